package io.mehari.report;

/** Which of two values is the better one. */
public enum Better {
    /** The larger one, as with messages a second. */
    MORE("more"),
    /** The smaller one, as with nanoseconds and bytes. */
    LESS("less");

    private final String word;

    Better(String word) {
        this.word = word;
    }

    /** As it stands in a file: {@code more} or {@code less}. */
    @Override
    public String toString() {
        return word;
    }

    /** How many times better {@code a} is than {@code b}: above 1 if it is. */
    public double ratio(double a, double b) {
        return this == MORE ? a / b : b / a;
    }
}
