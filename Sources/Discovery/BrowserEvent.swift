/// What a ``ServiceBrowser`` reports. Applying `found` and `lost` in order to a set, or to a dictionary by any of a
/// service's fields, yields what is on the network.
package enum BrowserEvent: Hashable, Sendable {
    /// A game can be reached here.
    case found(DiscoveredService)
    /// A service reported before is gone, or has changed and is reported anew right after. That says nothing about a
    /// connection to it, and a host that lost its power stays listed for about two minutes: believe the connection.
    case lost(DiscoveredService)
    /// Nothing can be found yet, for this reason (one line: what, and what to do). Tried again without end.
    case waitingForDaemon(reason: String)
    /// Whatever is on the network at this time has been reported; later comers follow. Once per connection to the
    /// daemon.
    case caughtUp
}
