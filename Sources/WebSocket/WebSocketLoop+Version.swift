import CWebSocket

extension WebSocketLoop {
    /// The version of libwebsockets that is at work, such as `4.3.5`.
    package static var libraryVersion: String {
        // `4.1.6-debian` or `4.3.5-release`, and maybe more behind a blank.
        String(String(cString: cws_library_version()).prefix { $0.isNumber || $0 == "." })
    }
}
