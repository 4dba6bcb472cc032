// ButtonsTests
