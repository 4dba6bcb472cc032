// ReplicationTests
