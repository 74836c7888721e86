package io.mehari.impl.engine;

import io.mehari.EndedByStopException;
import io.mehari.Exchange;
import io.mehari.builder.model.Redelivery;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.OnlySender;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step with redelivery. Only routes with redelivery contain any. */
public final class Retry extends Step {
    /*
     * The message as the step first saw it is kept in two local variables: the body, and the storage of the headers,
     * marked as shared so that the first write to them makes a copy. Nothing is allocated unless the step suspends or
     * fails.
     *
     * During a delay the exchange is suspended: the timer passes the continuation to the shared pool, and no thread
     * waits.
     */
    private final RouteCode step;
    private final ErrorHandler handler;
    private final RouteLife route;

    /**
     * @param step a code with only this step, which handles no failure itself
     */
    public Retry(RouteCode step, ErrorHandler handler, RouteLife route) {
        this.step = step;
        this.handler = handler;
        this.route = route;
    }

    /** The message as the step first saw it, and the number of redeliveries. */
    private static final class Attempts {
        final @Nullable Object body;
        final @Nullable Object headers;
        int count;
        int maximum;
        ErrorHandler.@Nullable Clause clause; // for the failure at hand
        Waits.@Nullable Wait wait; // for the next redelivery

        Attempts(@Nullable Object body, @Nullable Object headers) {
            this.body = body;
            this.headers = headers;
        }
    }

    @Override
    public int run(AbstractExchange exchange) {
        Object body = exchange.repeatableBody();
        Object headers = exchange.keepHeaders();
        int result = step.execute(exchange, 0);
        if (result < 0) {
            return result == GONE ? GONE : suspended(exchange, new Attempts(body, headers));
        }
        if (exchange.getException() == null) {
            AbstractExchange.forgetHeaders(headers);
            return next;
        }
        return failed(exchange, new Attempts(body, headers));
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        Attempts attempts = Objects.requireNonNull((Attempts) state);
        Waits.Wait wait = attempts.wait;
        if (wait != null) {
            attempts.wait = null;
            EndedByStopException refusal = wait.refusal();
            Exception failure = exchange.getException();
            if (refusal != null && failure != null) {
                Suppressed.add(failure, refusal);
                return next;
            }
            int result = again(exchange, attempts);
            if (result < 0) {
                return result == GONE ? GONE : suspended(exchange, attempts);
            }
        }
        return exchange.getException() == null ? next : failed(exchange, attempts);
    }

    /** Redelivers until the step succeeds, has to wait, or must not be redelivered any more. */
    private int failed(AbstractExchange exchange, Attempts attempts) {
        while (true) {
            Exception failure = exchange.getException();
            if (failure == null || !handler.mayRetry(exchange, failure)) {
                return next;
            }
            boolean active = handler.isActive(); // read first: a stop gives up before the context is inactive
            EndedByStopException refusal = route.refusal(exchange); // there may be attempts without end
            if (refusal != null) {
                Suppressed.add(failure, refusal);
                return next;
            }
            if (!active) {
                return next;
            }
            attempts.clause = handler.find(exchange, failure);
            Redelivery redelivery = handler.redelivery(exchange, failure, attempts.clause, attempts.count + 1);
            if (redelivery == null) {
                return next;
            }
            attempts.maximum = redelivery.maximum();
            handler.failureOccurred(exchange, failure, attempts.clause, place);
            long delay = delay(exchange, redelivery, attempts.count + 1);
            if (delay > 0) {
                Waits.Wait wait = route.waitFor(exchange, delay);
                attempts.wait = wait;
                wait.set(suspend(exchange, attempts));
                wait.begin(wait);
                return SUSPENDED;
            }
            int result = again(exchange, attempts);
            if (result < 0) {
                return result == GONE ? GONE : suspended(exchange, attempts);
            }
        }
    }

    private static long delay(AbstractExchange exchange, Redelivery redelivery, int attempt) {
        Object header = exchange.getHeader(Exchange.REDELIVERY_DELAY);
        Long wanted = header == null
                ? null
                : exchange.getContext().getTypeConverter().tryConvertTo(Long.class, exchange, header);
        return wanted == null
                ? redelivery.delayBefore(attempt)
                : Math.max(0, Math.min(wanted, redelivery.maximumDelayMillis()));
    }

    /** Redelivers once, unless the context is stopping. Returns a position when done, or SUSPENDED or GONE. */
    private int again(AbstractExchange exchange, Attempts attempts) {
        Exception failure = exchange.getException();
        if (failure == null || !handler.isActive()) {
            return next; // the context is stopping
        }
        attempts.count++;
        exchange.restoreMessage(attempts.body, attempts.headers);
        exchange.repeatableBody();
        exchange.setRedeliveryCounter(attempts.count);
        RedeliveryHeaders.set(exchange, attempts.count, attempts.maximum);
        exchange.setException(null);
        handler.beforeRedelivery(exchange, failure, attempts.clause, place);
        return step.execute(exchange, 0);
    }

    @Override
    public void markLast() {
        step.step(0).markLast();
    }

    @Override
    public @Nullable OnlySender onlySender() {
        return step.step(0).onlySender();
    }

    @Override
    public io.mehari.@Nullable Endpoint endpoint() {
        return step.step(0).endpoint();
    }
}
