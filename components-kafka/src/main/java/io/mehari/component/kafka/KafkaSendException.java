package io.mehari.component.kafka;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The brokers have not acknowledged a record. The cause is the exception of the client. The record may be in the topic
 * or not.
 */
@Problem("MH-34")
public class KafkaSendException extends RuntimeRoutingException {
    public KafkaSendException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
