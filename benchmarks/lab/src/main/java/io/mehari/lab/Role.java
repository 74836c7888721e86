package io.mehari.lab;

import java.util.Locale;

/** What a fork measures. */
enum Role {
    /** The framework as it is. */
    BEFORE,
    /** The same once more: what differs from {@link #BEFORE} is noise. */
    AGAIN,
    /** The framework with the change. */
    AFTER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
