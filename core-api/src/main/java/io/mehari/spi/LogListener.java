package io.mehari.spi;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** Gets the texts of {@code log} steps before they are logged, and may change them. It must be thread-safe. */
@FunctionalInterface
public interface LogListener {
    /**
     * Called if the logger is on for the level of the step. If it throws, this is logged, and the text stays as it was.
     *
     * @return the text to log; null for the same text
     */
    @Nullable
    String onLog(Exchange exchange, System.Logger logger, String text);
}
