package io.mehari.report;

/** A text is not the JSON that was expected: says in which line, and what was expected there. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JsonException(int line, String path, String expected, String found) {
        super("line " + line + (path.isEmpty() ? "" : ", " + path) + ": expected " + expected + ", found " + found);
    }
}
