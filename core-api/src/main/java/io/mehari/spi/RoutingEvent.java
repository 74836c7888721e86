package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An event of an exchange, as an object. An {@link io.mehari.support.EventNotifierSupport} creates them; the engine
 * itself calls the methods of {@link EventNotifier}, which need no objects.
 */
public abstract class RoutingEvent {
    private final Exchange exchange;

    private RoutingEvent(Exchange exchange) {
        this.exchange = exchange;
    }

    /** The exchange of the event. It belongs to the route: read it in {@code notify}, and do not keep it. */
    public final Exchange getExchange() {
        return exchange;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + exchange;
    }

    /** The superclass of all events but those of steps. */
    public abstract static class ExchangeEvent extends RoutingEvent {
        private ExchangeEvent(Exchange exchange) {
            super(exchange);
        }
    }

    /** See {@link EventNotifier#onExchangeCreated}. */
    public static final class ExchangeCreatedEvent extends ExchangeEvent {
        public ExchangeCreatedEvent(Exchange exchange) {
            super(exchange);
        }
    }

    /** See {@link EventNotifier#onExchangeCompleted}. */
    public static final class ExchangeCompletedEvent extends ExchangeEvent {
        public ExchangeCompletedEvent(Exchange exchange) {
            super(exchange);
        }
    }

    /** See {@link EventNotifier#onExchangeFailed}. */
    public static final class ExchangeFailedEvent extends ExchangeEvent {
        public ExchangeFailedEvent(Exchange exchange) {
            super(exchange);
        }

        /** The failure of the exchange. */
        public @Nullable Throwable getCause() {
            return getExchange().getException();
        }
    }

    /** See {@link EventNotifier#onExchangeRedelivery}. */
    public static final class ExchangeRedeliveryEvent extends ExchangeEvent {
        private final int attempt;

        public ExchangeRedeliveryEvent(Exchange exchange, int attempt) {
            super(exchange);
            this.attempt = attempt;
        }

        /** 1 for the first redelivery. */
        public int getAttempt() {
            return attempt;
        }
    }

    /** See {@link EventNotifier#onExchangeSending}. */
    public static final class ExchangeSendingEvent extends ExchangeEvent {
        private final Endpoint endpoint;

        public ExchangeSendingEvent(Exchange exchange, Endpoint endpoint) {
            super(exchange);
            this.endpoint = endpoint;
        }

        public Endpoint getEndpoint() {
            return endpoint;
        }
    }

    /** See {@link EventNotifier#onExchangeSent}. */
    public static final class ExchangeSentEvent extends ExchangeEvent {
        private final Endpoint endpoint;
        private final long nanos;

        public ExchangeSentEvent(Exchange exchange, Endpoint endpoint, long nanos) {
            super(exchange);
            this.endpoint = endpoint;
            this.nanos = nanos;
        }

        public Endpoint getEndpoint() {
            return endpoint;
        }

        /** How many milliseconds the send has taken. */
        public long getTimeTaken() {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
    }

    /** An event of a {@code step(id)} of a route. */
    public abstract static class StepEvent extends RoutingEvent {
        private final String stepId;

        private StepEvent(Exchange exchange, String stepId) {
            super(exchange);
            this.stepId = stepId;
        }

        public final String getStepId() {
            return stepId;
        }
    }

    /** See {@link EventNotifier#onStepStarted}. */
    public static final class StepStartedEvent extends StepEvent {
        public StepStartedEvent(Exchange exchange, String stepId) {
            super(exchange, stepId);
        }
    }

    /** See {@link EventNotifier#onStepCompleted}. */
    public static final class StepCompletedEvent extends StepEvent {
        public StepCompletedEvent(Exchange exchange, String stepId) {
            super(exchange, stepId);
        }
    }

    /** See {@link EventNotifier#onStepFailed}. */
    public static final class StepFailedEvent extends StepEvent {
        public StepFailedEvent(Exchange exchange, String stepId) {
            super(exchange, stepId);
        }

        /** The failure of the exchange. */
        public @Nullable Throwable getCause() {
            return getExchange().getException();
        }
    }
}
