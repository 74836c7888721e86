package io.mehari.component.mock;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** Something that must be true of what a mock receives. A complaint says what is wrong; null says that nothing is. */
interface Expectation {
    /** Asked at the end. */
    @Nullable
    String complaint(Arrivals.Received received);

    /** Asked when a message arrives, about that message by itself. */
    default @Nullable String complaintAbout(long index, Exchange exchange) {
        return null;
    }

    /** How many messages there must be at least. */
    default long needed() {
        return 0;
    }
}
