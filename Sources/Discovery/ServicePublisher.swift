/// Keeps one service published on the local network, through every restart of avahi-daemon, until it is stopped or
/// dropped.
///
///     let game = ServiceAdvertisement.game(id: id, title: "Capitals", port: port, subprotocol: "…", tls: false)
///     let publisher = ServicePublisher(game) { state in
///         print(state)  // registering, then published(name: "QuizBlitz-1a2b3c4d")
///     }
///
/// Has a thread of its own for Avahi. `onState` is called on it, one call at a time, when the state changes, and must
/// return soon. Only a machine out of threads or descriptors is reported on the caller's thread, inside `init`.
package final class ServicePublisher: Sendable {
    private let gate: ReportGate<PublisherState>
    private let worker: (loop: AvahiLoop, driver: PublisherDriver)?

    /// Starts publishing. What is wrong with the advertisement is reported as ``PublisherState/failed(message:)``.
    package init(_ advertisement: ServiceAdvertisement, onState: @escaping @Sendable (PublisherState) -> Void) {
        let gate = ReportGate(onState)
        self.gate = gate
        do throws(DiscoveryError) {
            let loop = try AvahiLoop()
            let driver = PublisherDriver(advertisement, loop: loop) { gate.pass($0) }
            try loop.start { driver.handle(.broken($0.message)) }
            loop.post { driver.handle(.start) }
            worker = (loop, driver)
        } catch {
            worker = nil
            gate.pass(.failed(message: error.message))
        }
    }

    deinit {
        stop()
    }

    /// Replaces the TXT record, for browsers to see within a second. One that cannot be published withdraws the service
    /// with ``PublisherState/failed(message:)``. Does not wait. Any thread.
    package func update(txt: [String: String]) {
        guard let (loop, driver) = worker else { return }
        loop.post { driver.handle(.setTXT(txt)) }
    }

    /// Withdraws the service. Does not wait; no call of `onState` begins any more. Any thread, any number of times.
    package func stop() {
        stop {}
    }

    /// The same, and calls `whenDone`, on Avahi's thread, when the daemon has been told and the thread is about to end.
    package func stop(whenDone: @escaping @Sendable () -> Void) {
        gate.shut()
        guard let (loop, driver) = worker else { return whenDone() }
        loop.stop(lastJob: { driver.close() }, whenDone: whenDone)
    }
}
