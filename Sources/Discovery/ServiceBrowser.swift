/// Looks for games on the local network, through every restart of avahi-daemon, until it is stopped or dropped.
///
///     let browser = ServiceBrowser { event in
///         if case .found(let service) = event, service.gameID == id { connect(to: service.endpoint) }
///     }
///
/// Has a thread of its own for Avahi. `onChange` is called on it, one call at a time, and must return soon. Only a
/// machine out of threads or descriptors is reported on the caller's thread, inside `init`. At most 128 services
/// (counted per interface and address family) are followed at a time.
package final class ServiceBrowser: Sendable {
    private let gate: ReportGate<BrowserEvent>
    private let worker: (loop: AvahiLoop, driver: BrowserDriver)?

    /// Starts browsing.
    package init(onChange: @escaping @Sendable (BrowserEvent) -> Void) {
        let gate = ReportGate(onChange)
        self.gate = gate
        do throws(DiscoveryError) {
            let loop = try AvahiLoop()
            let driver = BrowserDriver(loop: loop) { gate.pass($0) }
            try loop.start { driver.handle(.broken($0.message)) }
            loop.post { driver.handle(.start) }
            worker = (loop, driver)
        } catch {
            worker = nil
            gate.pass(.waitingForDaemon(reason: error.message))
        }
    }

    deinit {
        stop()
    }

    /// Ends it. Does not wait; no call of `onChange` begins any more. Any thread, any number of times.
    package func stop() {
        stop {}
    }

    /// The same, and calls `whenDone`, on Avahi's thread, when that is about to end.
    package func stop(whenDone: @escaping @Sendable () -> Void) {
        gate.shut()
        guard let (loop, driver) = worker else { return whenDone() }
        loop.stop(lastJob: { driver.close() }, whenDone: whenDone)
    }
}
