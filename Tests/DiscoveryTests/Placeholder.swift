// DiscoveryTests
