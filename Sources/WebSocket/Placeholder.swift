// WebSocket
