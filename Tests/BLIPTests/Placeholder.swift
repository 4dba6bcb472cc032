// BLIPTests
