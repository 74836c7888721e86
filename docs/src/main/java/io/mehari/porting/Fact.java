package io.mehari.porting;

/**
 * Something that a file does, in the words of the page about porting: {@code split()} for a step, {@code timer:} for an
 * endpoint, {@code timer:fixedRate=} for an option, {@code NotifyBuilder} for a type, or the text of a string.
 */
record Fact(int line, Kind kind, String word) {
    enum Kind {
        METHOD,
        TYPE,
        SCHEME,
        OPTION,
        TEXT
    }
}
