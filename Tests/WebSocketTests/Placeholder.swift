// WebSocketTests
