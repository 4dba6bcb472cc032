/// What can go wrong with buttons.
package struct ButtonsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of trouble, for code that decides.
    package enum Code: String, Hashable, Sendable {
        /// A script file cannot be read.
        case unreadableScript
        /// A line of a script is not understood.
        case invalidScript
        /// The input is not a terminal.
        case notATerminal
        /// The panel is running already, or was stopped.
        case alreadyUsed
        /// A pin map cannot be read, or a line of it is wrong.
        case invalidBoard
        /// There is no such pin map, or none fits this machine.
        case unknownBoard
        /// There is no such chip or input device.
        case noDevice
        /// The chip has no such line, or the device no such keys.
        case noLine
        /// This user may not open the device.
        case noPermission
        /// Another program has the lines.
        case busy
        /// The chip or the device went away.
        case gone
        /// The system refused something.
        case system
    }

    package let code: Code
    /// What is wrong and what to do, for a person.
    package let message: String
    /// Where: `file:line`, or the device.
    package let context: String

    package init(_ code: Code, _ message: String, context: String) {
        self.code = code
        self.message = message
        self.context = context
    }

    package var description: String { "\(context): \(message)" }
}
