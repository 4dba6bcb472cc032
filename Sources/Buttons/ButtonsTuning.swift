import Timing

/// Every number of button handling, with its unit and reason.
package enum ButtonsTuning {
    /// Buttons of a panel, so lines of a detector.
    package static let lineCount = 4
    /// An active pulse shorter than this, with nothing after it, is a spike picked up by the cable. A finger cannot
    /// press for less than about 20 ms.
    package static let spike = Duration.milliseconds(1)
    /// A line answers again when it has been inactive and quiet for this long: arcade buttons bounce 1 to 10 ms.
    package static let quiet = Duration.milliseconds(10)
    /// A press that is held for this long is a long one: nobody holds a button so long by mistake, and nobody minds to.
    package static let hold = Duration.seconds(2)
    /// How long a scripted press is held when the script does not say: a brisk human press.
    static let scriptedHold = Duration.milliseconds(80)
    /// Time between two edges of a scripted bounce.
    static let bounceStep = Duration.microseconds(400)
    /// Most bounces of a scripted press, on each side: 20 steps are 8 ms, within the quiet time.
    static let bounces = 10
    /// Largest script file, in bytes. A script is written by hand; this is some 10,000 lines.
    static let scriptBytes = 512 * 1024
    /// Longest time in a script, in seconds: a day.
    static let scriptSeconds = 86_400.0
    /// Edges the kernel keeps for a request. Four chattering contacts make some 100 edges in 10 ms; this is a second of it,
    /// and the most that libgpiod's buffer takes.
    static let kernelEdges = 1024
    /// First and longest wait before lines or keys that are gone are looked for again. The kernel tells when a device
    /// comes; the longest wait only counts where it does not.
    static let firstRetry = Duration.milliseconds(250)
    static let longestRetry = Duration.seconds(5)
    /// Names and labels that a message lists; more are counted.
    static let listedNames = 12
    /// Most alternatives of one field of a pin map.
    static let alternatives = 16
}
