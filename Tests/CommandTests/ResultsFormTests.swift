import Testing

@testable import pulsador

/// The forms in which results are written.
struct ResultsFormTests {
    private static let fields: [(String, String)] = [
        ("plain", #""plain""#), ("", #""""#), ("a,b", #""a,b""#), (#"say "hi""#, #""say ""hi""""#),
        ("two\nlines", "\"two\nlines\""), ("=1+1", #""'=1+1""#), ("+1", #""'+1""#), ("-1", #""'-1""#),
        ("@SUM(A1)", #""'@SUM(A1)""#), ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\u{FFFD}=1\""), ("＝1", #""'＝1""#),
        ("a=1", #""a=1""#), ("'=1", #""'=1""#), ("x;=1", #""x;=1""#), ("\u{1B}[2J\u{9B}J", "\"\u{FFFD}[2J\u{FFFD}J\""),
    ]

    @Test(arguments: fields)
    func textsInCSVAreQuotedAndNeverFormulas(_ text: String, _ field: String) {
        #expect(CSV.quoted(text) == field)
    }

    @Test func rowsOfCSVHaveAFieldForEachColumnAndEndInCRLF() {
        var csv = CSV(["a", "b", "c", "d"])
        csv.add(.text("x"), .number(-5), .milliseconds(.microseconds(1500)), .flag(true))
        csv.add(.text(nil), .number(nil), .milliseconds(nil), .flag(nil))
        #expect(csv.text == "a,b,c,d\r\n\"x\",-5,1.5,true\r\n,,,\r\n")
    }

    @Test func jsonShowsNothingThatControlsATerminal() throws {
        let text = try PlainJSON.text(["k": "\u{1B}\u{7F}\u{9B}\u{202E}\u{E0001}é日"])
        #expect(text == "{\"k\":\"\\u001b\\u007f\\u009b\\u202e\\udb40\\udc01é日\"}\n")
    }

    @Test func columnsAreAsWideAsATerminalShowsThem() {
        var table = TextTable([.left("Name"), .left(""), .right("Points")], indent: 1)
        table.add("日本", "", "7")
        table.add("Ana\u{1B}[2J", "", "1000")
        #expect(table.text == " Name    Points\n 日本         7\n Ana[2J    1000\n")
        #expect(TextTable([.left("")]).text == "")
    }
}
