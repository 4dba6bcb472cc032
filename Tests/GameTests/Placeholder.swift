// GameTests
