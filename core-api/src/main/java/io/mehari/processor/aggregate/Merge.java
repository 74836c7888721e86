package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** What all strategies of this package do alike. */
final class Merge {

    private Merge() {}

    /** Whether a {@code pollEnrich} received nothing. */
    static boolean isMissing(@Nullable Exchange next) {
        return next == null;
    }

    /** The second exchange, with the failure of the first unless it has one of its own. */
    static Exchange failedLike(Exchange first, Exchange second) {
        if (first.isFailed() && !second.isFailed()) {
            second.setException(first.getException());
        }
        return second;
    }
}
