package io.mehari.support;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.RoutingEvent;
import io.mehari.support.service.ServiceSupport;

/**
 * A notifier that gets all events by one method, as objects. Each event then costs an object; a notifier that needs no
 * objects implements {@link EventNotifier} itself. The context starts and stops it.
 */
public abstract class EventNotifierSupport extends ServiceSupport implements EventNotifier {
    private boolean ignoresExchanges;
    private boolean ignoresCreated;
    private boolean ignoresCompleted;
    private boolean ignoresFailed;
    private boolean ignoresRedelivery;
    private boolean ignoresSending;
    private boolean ignoresSent;
    private boolean ignoresSteps;

    protected EventNotifierSupport() {}

    /** Called for each event that is enabled. An exception is logged and has no other effect. */
    public abstract void notify(RoutingEvent event) throws Exception;

    /** Whether {@link #notify(RoutingEvent)} gets this event; all of them by default. */
    public boolean isEnabled(RoutingEvent event) {
        return true;
    }

    private void tell(RoutingEvent event) {
        if (isEnabled(event)) {
            try {
                notify(event);
            } catch (Exception e) {
                throw RuntimeRoutingException.wrapRuntimeRoutingException(e);
            }
        }
    }

    // ---- settings: set them before the notifier is added

    /** With true, there are events of steps only. */
    public void setIgnoreExchangeEvents(boolean ignore) {
        ignoresExchanges = ignore;
    }

    public void setIgnoreExchangeCreatedEvent(boolean ignore) {
        ignoresCreated = ignore;
    }

    public void setIgnoreExchangeCompletedEvent(boolean ignore) {
        ignoresCompleted = ignore;
    }

    public void setIgnoreExchangeFailedEvents(boolean ignore) {
        ignoresFailed = ignore;
    }

    public void setIgnoreExchangeRedeliveryEvents(boolean ignore) {
        ignoresRedelivery = ignore;
    }

    public void setIgnoreExchangeSendingEvents(boolean ignore) {
        ignoresSending = ignore;
    }

    public void setIgnoreExchangeSentEvents(boolean ignore) {
        ignoresSent = ignore;
    }

    /** With true, there are no events of {@code step(id)}. */
    public void setIgnoreStepEvents(boolean ignore) {
        ignoresSteps = ignore;
    }

    // ---- the events of the engine

    /** Of the events, only {@link RoutingEvent.ExchangeSentEvent} has a time. */
    @Override
    public boolean usesTimes() {
        return !ignoresExchanges && !ignoresSent;
    }

    @Override
    public void onExchangeCreated(Exchange exchange) {
        if (!ignoresExchanges && !ignoresCreated) {
            tell(new RoutingEvent.ExchangeCreatedEvent(exchange));
        }
    }

    @Override
    public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
        if (!ignoresExchanges && !ignoresSending) {
            tell(new RoutingEvent.ExchangeSendingEvent(exchange, endpoint));
        }
    }

    @Override
    public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
        if (!ignoresExchanges && !ignoresSent) {
            tell(new RoutingEvent.ExchangeSentEvent(exchange, endpoint, nanos));
        }
    }

    @Override
    public void onExchangeCompleted(Exchange exchange, long nanos) {
        if (!ignoresExchanges && !ignoresCompleted) {
            tell(new RoutingEvent.ExchangeCompletedEvent(exchange));
        }
    }

    @Override
    public void onExchangeFailed(Exchange exchange, long nanos) {
        if (!ignoresExchanges && !ignoresFailed) {
            tell(new RoutingEvent.ExchangeFailedEvent(exchange));
        }
    }

    @Override
    public void onExchangeRedelivery(Exchange exchange, int attempt) {
        if (!ignoresExchanges && !ignoresRedelivery) {
            tell(new RoutingEvent.ExchangeRedeliveryEvent(exchange, attempt));
        }
    }

    @Override
    public void onStepStarted(Exchange exchange, String stepId) {
        if (!ignoresSteps) {
            tell(new RoutingEvent.StepStartedEvent(exchange, stepId));
        }
    }

    @Override
    public void onStepCompleted(Exchange exchange, String stepId) {
        if (!ignoresSteps) {
            tell(new RoutingEvent.StepCompletedEvent(exchange, stepId));
        }
    }

    @Override
    public void onStepFailed(Exchange exchange, String stepId) {
        if (!ignoresSteps) {
            tell(new RoutingEvent.StepFailedEvent(exchange, stepId));
        }
    }
}
