package io.mehari.engine;

/** Whether a larger or a smaller value of a metric is better. */
public enum Better {
    /** A larger value is better, for example messages a second. */
    MORE("more"),
    /** A smaller value is better, for example nanoseconds and bytes. */
    LESS("less");

    private final String word;

    Better(String word) {
        this.word = word;
    }

    /** The text in files: {@code more} or {@code less}. */
    @Override
    public String toString() {
        return word;
    }

    /** How many times better {@code a} is than {@code b}: above 1 if {@code a} is better. */
    public double ratio(double a, double b) {
        return this == MORE ? a / b : b / a;
    }
}
