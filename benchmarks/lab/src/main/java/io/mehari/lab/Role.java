package io.mehari.lab;

import java.util.Locale;

/** The side that a fork measures. */
enum Role {
    /** The framework before the change. */
    BEFORE,
    /** The framework before the change once more: differences from {@link #BEFORE} are noise. */
    AGAIN,
    /** The framework after the change. */
    AFTER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
