// Replication
