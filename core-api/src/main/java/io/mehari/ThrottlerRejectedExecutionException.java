package io.mehari;

import java.util.concurrent.RejectedExecutionException;

/** More messages came than a throttle lets pass or wait. */
public class ThrottlerRejectedExecutionException extends RejectedExecutionException {
    private static final long serialVersionUID = 1L;

    public ThrottlerRejectedExecutionException(String message) {
        super(message);
    }
}
