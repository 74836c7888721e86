package io.mehari.component.kafka;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** The client could not be created, or no broker answered. Nothing was sent. */
@Problem("MH-33")
public class KafkaConnectionException extends RuntimeRoutingException {
    public KafkaConnectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
