package io.mehari.laws;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer that the other party got for a message that it sent to a route.
 *
 * @param acknowledged whether the other party may forget the message; false if the message was refused, or the
 *     connection ended
 * @param body the reply; null if there is none
 * @param headers the headers of the reply, if the protocol has headers
 */
public record Answer(boolean acknowledged, @Nullable String body, Map<String, String> headers) {
    /** Not acknowledged. */
    public static final Answer NONE = new Answer(false, null, Map.of());

    /** An acknowledgement with that reply. */
    public static Answer of(@Nullable String body) {
        return new Answer(true, body, Map.of());
    }
}
