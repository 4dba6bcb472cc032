// ProjectorTests
