package io.mehari;

import io.mehari.spi.internal.Problem;

/**
 * A stop has ended a message before its route was done: the message would have waited longer than the stop, at a delay
 * or a throttle, or a loop, split, recipient list or redelivery was not done when the limit of the stop was over. No
 * redelivery follows. Send the message again after the next start.
 */
@Problem("MH-23")
public class EndedByStopException extends RuntimeRoutingException {
    public EndedByStopException(String message) {
        super(message);
    }
}
