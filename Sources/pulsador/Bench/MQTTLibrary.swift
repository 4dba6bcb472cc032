@preconcurrency import Glibc

/// libmosquitto, loaded when a benchmark asks for it: the program itself does not depend on it.
///
/// Only what the comparison needs. Signatures from mosquitto.h of Mosquitto 2.0.
struct MQTTLibrary: @unchecked Sendable {
    // SAFETY: a handle and function pointers of a loaded library that is never unloaded.

    typealias Client = OpaquePointer
    typealias OnMessage = @convention(c) (Client?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

    let new: @convention(c) (UnsafePointer<CChar>?, Bool, UnsafeMutableRawPointer?) -> Client?
    let destroy: @convention(c) (Client) -> Void
    let connect: @convention(c) (Client, UnsafePointer<CChar>, Int32, Int32) -> Int32
    let disconnect: @convention(c) (Client) -> Int32
    let loopStart: @convention(c) (Client) -> Int32
    let loopStop: @convention(c) (Client, Bool) -> Int32
    let subscribe: @convention(c) (Client, UnsafeMutablePointer<Int32>?, UnsafePointer<CChar>, Int32) -> Int32
    let publish:
        @convention(c) (
            Client, UnsafeMutablePointer<Int32>?, UnsafePointer<CChar>, Int32, UnsafeRawPointer, Int32, Bool
        )
            -> Int32
    let setOnMessage: @convention(c) (Client, OnMessage?) -> Void
    let setOnSubscribed:
        @convention(c) (
            Client, (@convention(c) (Client?, UnsafeMutableRawPointer?, Int32, Int32, UnsafePointer<Int32>?) -> Void)?
        ) -> Void
    let setOption: @convention(c) (Client, Int32, Int32) -> Int32
    let setMaxInflight: @convention(c) (Client, UInt32) -> Int32

    /// `MOSQ_OPT_TCP_NODELAY`.
    static let noDelay: Int32 = 11

    /// Nil when the library is not installed.
    init?() {
        guard let handle = dlopen("libmosquitto.so.1", RTLD_NOW) else { return nil }
        func symbol<T>(_ name: String, _ type: T.Type) -> T? {
            // SAFETY: each symbol has the type written beside its name, from mosquitto.h.
            dlsym(handle, name).map { unsafeBitCast($0, to: type) }
        }
        guard let initialise = symbol("mosquitto_lib_init", (@convention(c) () -> Int32).self), initialise() == 0,
            let new = symbol(
                "mosquitto_new",
                (@convention(c) (UnsafePointer<CChar>?, Bool, UnsafeMutableRawPointer?) -> Client?).self),
            let destroy = symbol("mosquitto_destroy", (@convention(c) (Client) -> Void).self),
            let connect = symbol(
                "mosquitto_connect", (@convention(c) (Client, UnsafePointer<CChar>, Int32, Int32) -> Int32).self),
            let disconnect = symbol("mosquitto_disconnect", (@convention(c) (Client) -> Int32).self),
            let loopStart = symbol("mosquitto_loop_start", (@convention(c) (Client) -> Int32).self),
            let loopStop = symbol("mosquitto_loop_stop", (@convention(c) (Client, Bool) -> Int32).self),
            let subscribe = symbol(
                "mosquitto_subscribe",
                (@convention(c) (Client, UnsafeMutablePointer<Int32>?, UnsafePointer<CChar>, Int32) -> Int32).self),
            let publish = symbol(
                "mosquitto_publish",
                (@convention(c) (
                    Client, UnsafeMutablePointer<Int32>?, UnsafePointer<CChar>, Int32, UnsafeRawPointer, Int32, Bool
                ) -> Int32).self),
            let setOnMessage = symbol(
                "mosquitto_message_callback_set", (@convention(c) (Client, OnMessage?) -> Void).self),
            let setOnSubscribed = symbol(
                "mosquitto_subscribe_callback_set",
                (@convention(c) (
                    Client,
                    (@convention(c) (Client?, UnsafeMutableRawPointer?, Int32, Int32, UnsafePointer<Int32>?) -> Void)?
                ) -> Void).self),
            let setOption = symbol("mosquitto_int_option", (@convention(c) (Client, Int32, Int32) -> Int32).self),
            let setMaxInflight = symbol(
                "mosquitto_max_inflight_messages_set", (@convention(c) (Client, UInt32) -> Int32).self)
        else { return nil }
        self.new = new
        self.destroy = destroy
        self.connect = connect
        self.disconnect = disconnect
        self.loopStart = loopStart
        self.loopStop = loopStop
        self.subscribe = subscribe
        self.publish = publish
        self.setOnMessage = setOnMessage
        self.setOnSubscribed = setOnSubscribed
        self.setOption = setOption
        self.setMaxInflight = setMaxInflight
    }
}
