package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.builder.Redelivery;
import io.mehari.spi.ThreadPools;
import org.jspecify.annotations.Nullable;

/** A step that is tried again when it fails. Only routes that asked for redelivery have any. */
final class Retry extends Step {
    /*
     * What the step first saw is kept in two locals: the body, and the storage of the headers, marked as shared so that
     * the step's first write to them makes a copy. Nothing is allocated unless the step suspends or fails.
     *
     * A delay is a suspension: the timer hands the continuation to the shared pool, and no thread waits.
     */
    private final RouteCode step;
    private final ErrorHandler handler;
    private final ThreadPools threads;

    /** @param step a code of that one step, which handles no failure itself */
    Retry(RouteCode step, ErrorHandler handler, ThreadPools threads) {
        this.step = step;
        this.handler = handler;
        this.threads = threads;
    }

    /** What the step first saw, and how often it was tried again. */
    private static final class Attempts {
        final @Nullable Object body;
        final @Nullable Object headers;
        int count;
        boolean waiting;

        Attempts(@Nullable Object body, @Nullable Object headers) {
            this.body = body;
            this.headers = headers;
        }
    }

    @Override
    int run(DefaultExchange exchange) {
        Object body = exchange.getBody();
        Object headers = exchange.keepHeaders();
        int result = step.execute(exchange, 0);
        if (result < 0) {
            return result == GONE ? GONE : suspended(exchange, new Attempts(body, headers));
        }
        if (exchange.getException() == null) {
            MessagePart.forgetHeaders(headers);
            return next;
        }
        return failed(exchange, new Attempts(body, headers));
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object state) {
        Attempts attempts = (Attempts) state;
        assert attempts != null;
        if (attempts.waiting) {
            attempts.waiting = false;
            int result = again(exchange, attempts);
            if (result < 0) {
                return result == GONE ? GONE : suspended(exchange, attempts);
            }
        }
        return exchange.getException() == null ? next : failed(exchange, attempts);
    }

    /** Tries again until it is done, has to wait, or is not to be tried any more. */
    private int failed(DefaultExchange exchange, Attempts attempts) {
        while (true) {
            Exception failure = exchange.getException();
            if (failure == null) {
                return next;
            }
            Redelivery redelivery = handler.redelivery(exchange, failure, attempts.count + 1);
            if (redelivery == null) {
                return next;
            }
            handler.failureOccurred(exchange, failure);
            long delay = redelivery.delayBefore(attempts.count + 1);
            if (delay > 0) {
                attempts.waiting = true;
                Continuation later = suspend(exchange, attempts);
                threads.schedule(() -> threads.shared().execute(later), delay);
                return SUSPENDED;
            }
            int result = again(exchange, attempts);
            if (result < 0) {
                return result == GONE ? GONE : suspended(exchange, attempts);
            }
        }
    }

    /** Tries once more, if it still may: a position when done, SUSPENDED or GONE. */
    private int again(DefaultExchange exchange, Attempts attempts) {
        Exception failure = exchange.getException();
        if (failure == null || handler.redelivery(exchange, failure, attempts.count + 1) == null) {
            return next; // the context stops
        }
        attempts.count++;
        exchange.restoreMessage(attempts.body, attempts.headers);
        exchange.setRedeliveryCounter(attempts.count);
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        exchange.setException(null);
        try {
            handler.beforeRedelivery(exchange, failure);
        } catch (Exception e) {
            e.addSuppressed(failure);
            exchange.setException(e);
            return next;
        }
        return step.execute(exchange, 0);
    }

    @Override
    void markLast() {
        step.step(0).markLast();
    }

    @Override
    io.mehari.@Nullable Endpoint endpoint() {
        return step.step(0).endpoint();
    }
}
