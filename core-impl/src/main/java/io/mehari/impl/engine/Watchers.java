package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The event notifiers of one route. */
public final class Watchers {
    /*
     * Each is called separately. An exception is logged and does not affect the others or the message. So a listener
     * that gets the event of a beginning also gets the event of the end.
     *
     * A notifier is in the array of an event only if its class overrides the method of that event. So an event that no
     * notifier listens to costs the loop over an empty array, and a clock is read only for an event whose listeners use
     * the time. The event is an argument of the one loop: a lambda that captures the exchange would be an object for
     * each event.
     */
    /** In place of a time: no notifier was enabled at the beginning, so there is no event of the end. */
    private static final long UNTOLD = 0;
    /** In place of a time: no notifier uses it. */
    private static final long UNTIMED = 1;

    private final EventNotifier[] created;
    private final EventNotifier[] sending;
    private final EventNotifier[] sent;
    private final EventNotifier[] completed;
    private final EventNotifier[] failed;
    private final EventNotifier[] ended;
    private final EventNotifier[] redelivery;
    private final EventNotifier[] steps;
    private final boolean sendsTimed;
    private final boolean endsTimed;

    public Watchers(List<EventNotifier> notifiers) {
        created = of("onExchangeCreated", notifiers, Exchange.class);
        sending = of("onExchangeSending", notifiers, Exchange.class, Endpoint.class);
        sent = of("onExchangeSent", notifiers, Exchange.class, Endpoint.class, long.class);
        completed = of("onExchangeCompleted", notifiers, Exchange.class, long.class);
        failed = of("onExchangeFailed", notifiers, Exchange.class, long.class);
        redelivery = of("onExchangeRedelivery", notifiers, Exchange.class, int.class);
        steps = of("onStepStarted onStepCompleted onStepFailed", notifiers, Exchange.class, String.class);
        ended = Arrays.copyOf(completed, completed.length + failed.length);
        System.arraycopy(failed, 0, ended, completed.length, failed.length);
        sendsTimed = useTimes(sent);
        endsTimed = useTimes(ended);
    }

    /** The notifiers that override the method of an event, or of one of several events. */
    private static EventNotifier[] of(String events, List<EventNotifier> notifiers, Class<?>... parameters) {
        EventNotifier[] listening = new EventNotifier[notifiers.size()];
        int count = 0;
        for (EventNotifier each : notifiers) {
            for (String event : events.split(" ", -1)) {
                if (overrides(each, event, parameters)) {
                    listening[count++] = each;
                    break;
                }
            }
        }
        return Arrays.copyOf(listening, count);
    }

    private static boolean overrides(EventNotifier notifier, String event, Class<?>... parameters) {
        try {
            return notifier.getClass().getMethod(event, parameters).getDeclaringClass() != EventNotifier.class;
        } catch (NoSuchMethodException e) {
            return true; // an image without reflection: call it, it may do something
        }
    }

    private static boolean useTimes(EventNotifier[] notifiers) {
        for (EventNotifier each : notifiers) {
            try {
                if (each.usesTimes()) {
                    return true;
                }
            } catch (Throwable e) {
                logFailure(e);
                return true;
            }
        }
        return false;
    }

    /** Whether no notifier listens to anything. */
    public boolean areNone() {
        return created.length + sending.length + sent.length + ended.length + redelivery.length + steps.length == 0;
    }

    /** Whether any notifier listens to sends. */
    public boolean areOfSends() {
        return sending.length + sent.length > 0;
    }

    /** Whether any notifier listens to {@code step(id)}. */
    public boolean listenToSteps() {
        return steps.length > 0;
    }

    // ---- events

    private enum Event {
        CREATED,
        SENDING,
        SENT,
        COMPLETED,
        FAILED,
        REDELIVERY,
        STEP_STARTED,
        STEP_COMPLETED,
        STEP_FAILED
    }

    private static void tell(
            EventNotifier[] listening, Event event, AbstractExchange exchange, @Nullable Object about, long number) {
        for (EventNotifier each : listening) {
            try {
                if (!each.isDisabled()) {
                    tell(each, event, exchange, about, number);
                }
            } catch (Throwable e) { // a listener must not affect the message
                logFailure(e);
            }
        }
    }

    @SuppressWarnings("NullAway") // an event of a send has its endpoint, one of a step its id
    private static void tell(
            EventNotifier to, Event event, AbstractExchange exchange, @Nullable Object about, long number) {
        switch (event) {
            case CREATED -> to.onExchangeCreated(exchange);
            case SENDING -> to.onExchangeSending(exchange, (Endpoint) about);
            case SENT -> to.onExchangeSent(exchange, (Endpoint) about, number);
            case COMPLETED -> to.onExchangeCompleted(exchange, number);
            case FAILED -> to.onExchangeFailed(exchange, number);
            case REDELIVERY -> to.onExchangeRedelivery(exchange, (int) number);
            case STEP_STARTED -> to.onStepStarted(exchange, (String) about);
            case STEP_COMPLETED -> to.onStepCompleted(exchange, (String) about);
            case STEP_FAILED -> to.onStepFailed(exchange, (String) about);
        }
    }

    /** Called when an exchange has entered a route. Returns the time, for {@link #left}. */
    long entered(AbstractExchange exchange) {
        tell(created, Event.CREATED, exchange, null, 0);
        return begin(ended, endsTimed);
    }

    /** Called while the caller still owns the exchange. */
    void left(AbstractExchange exchange, long begin) {
        if (begin != UNTOLD && exchange.isFailed()) {
            tell(failed, Event.FAILED, exchange, null, nanosSince(begin));
        } else if (begin != UNTOLD) {
            tell(completed, Event.COMPLETED, exchange, null, nanosSince(begin));
        }
    }

    /**
     * Called before a send. Returns the time, for {@link #sent}. The exchange may be handed over only if {@link
     * #isUntold}.
     */
    public long sending(AbstractExchange exchange, Endpoint endpoint) {
        tell(sending, Event.SENDING, exchange, endpoint, 0);
        return begin(sent, sendsTimed);
    }

    public void sent(AbstractExchange exchange, Endpoint endpoint, long begin) {
        if (begin != UNTOLD) {
            tell(sent, Event.SENT, exchange, endpoint, nanosSince(begin));
        }
    }

    void redelivery(AbstractExchange exchange, int attempt) {
        tell(redelivery, Event.REDELIVERY, exchange, null, attempt);
    }

    /** Called when a {@code step(id)} begins. */
    public void stepBegins(AbstractExchange exchange, String id) {
        tell(steps, Event.STEP_STARTED, exchange, id, 0);
    }

    /** Called when a {@code step(id)} has ended. */
    public void stepEnded(AbstractExchange exchange, String id) {
        tell(steps, exchange.isFailed() ? Event.STEP_FAILED : Event.STEP_COMPLETED, exchange, id, 0);
    }

    // ---- times

    /** Whether no notifier was enabled when {@link #sending} was called, so that there is no event of the end. */
    public static boolean isUntold(long begin) {
        return begin == UNTOLD;
    }

    private static long begin(EventNotifier[] ofTheEnd, boolean timed) {
        for (EventNotifier each : ofTheEnd) {
            if (isEnabled(each)) {
                return timed ? now() : UNTIMED;
            }
        }
        return UNTOLD;
    }

    private static long now() {
        long nanos = Threading.nanoTime();
        return nanos == UNTOLD || nanos == UNTIMED ? UNTIMED + 1 : nanos;
    }

    private static long nanosSince(long begin) {
        return begin == UNTIMED ? 0 : Threading.nanoTime() - begin;
    }

    private static boolean isEnabled(EventNotifier notifier) {
        try {
            return !notifier.isDisabled();
        } catch (Throwable e) {
            return true; // the next call of it logs the failure
        }
    }

    private static void logFailure(Throwable failure) {
        Log.warn(Watchers.class, "An event notifier failed", failure);
    }
}
