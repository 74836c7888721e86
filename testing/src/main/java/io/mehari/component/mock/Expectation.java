package io.mehari.component.mock;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** An expectation about the messages of a mock. Its methods return a complaint, or null if there is none. */
interface Expectation {
    /** Checks all messages at the end. */
    @Nullable
    String complaint(Arrivals.Received received);

    /** Checks a single message when it arrives. */
    default @Nullable String complaintAbout(long index, Exchange exchange) {
        return null;
    }

    /** The minimum number of messages. */
    default long needed() {
        return 0;
    }
}
