/// What the library calls back with, as a value.
enum AvahiEvent: Hashable, Sendable {
    case client(AvahiClientState)
    /// The service we publish is now on the network.
    case established
    /// The name we publish turned out to be taken by somebody else on the network.
    case nameTaken
    case publishingFailed(AvahiStatus)
    case appeared(ServiceKey)
    case vanished(ServiceKey)
    case allForNow
    case browsingFailed(AvahiStatus)
    case resolved(ServiceKey, Resolution)
    case resolvingFailed(ServiceKey)
}
