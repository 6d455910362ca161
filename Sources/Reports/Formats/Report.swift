/// What the command answers, as one value that can be written in several forms.
package protocol Report: Sendable {
    /// For a person, in lines that fit into 80 columns, without the last line's end.
    var text: String { get }
    /// For a program: one JSON object (RFC 8259).
    func json() throws -> String
}
