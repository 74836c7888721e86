package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.InflightRepository;
import io.mehari.spi.Log;
import io.mehari.spi.Threading;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The listeners of one route: event notifiers, and the repository of exchanges in flight. */
public final class Watchers {
    /*
     * Each is called separately. An exception is logged and does not affect the others or the message. So a listener
     * that gets the event of a beginning also gets the event of the end.
     *
     * A notifier is in the array of an event only if its class overrides the method of that event. So an event that no
     * notifier listens to costs the loop over an empty array, and a clock is read only for an event whose listeners use
     * the time. The loops are written out for each event: a lambda that captures the exchange would be an object for
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
    private final @Nullable InflightRepository inflight;

    public Watchers(List<EventNotifier> notifiers, @Nullable InflightRepository inflight) {
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
        this.inflight = inflight;
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

    @SuppressWarnings("CatchingUnchecked")
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

    public boolean areNone() {
        return !areNotifiers() && inflight == null;
    }

    /** Whether any notifier listens to anything. */
    public boolean areNotifiers() {
        return created.length + sending.length + sent.length + ended.length + redelivery.length + steps.length > 0;
    }

    /** Whether any notifier listens to sends. */
    public boolean areOfSends() {
        return sending.length + sent.length > 0;
    }

    /** Whether any notifier listens to {@code step(id)}. */
    public boolean listenToSteps() {
        return steps.length > 0;
    }

    // ---- a route

    /** Called when an exchange has entered a route. Returns the time, for {@link #left}. */
    @SuppressWarnings("CatchingUnchecked") // a listener must not affect the message
    long entered(AbstractExchange exchange, String routeId) {
        if (inflight != null) {
            add(inflight, exchange, routeId);
        }
        for (EventNotifier each : created) {
            try {
                if (!each.isDisabled()) {
                    each.onExchangeCreated(exchange);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
        return begin(ended, endsTimed);
    }

    /** Called while the caller still owns the exchange. */
    void left(AbstractExchange exchange, String routeId, long begin) {
        if (begin != UNTOLD) {
            long nanos = nanosSince(begin);
            if (exchange.isFailed()) {
                tellFailed(exchange, nanos);
            } else {
                tellCompleted(exchange, nanos);
            }
        }
        gone(exchange, routeId);
    }

    @SuppressWarnings("CatchingUnchecked")
    private void tellCompleted(AbstractExchange exchange, long nanos) {
        for (EventNotifier each : completed) {
            try {
                if (!each.isDisabled()) {
                    each.onExchangeCompleted(exchange, nanos);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void tellFailed(AbstractExchange exchange, long nanos) {
        for (EventNotifier each : failed) {
            try {
                if (!each.isDisabled()) {
                    each.onExchangeFailed(exchange, nanos);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
    }

    /** Called when the exchange has, or will have, another owner. Only its identity is used. */
    void gone(AbstractExchange exchange, String routeId) {
        if (inflight != null) {
            remove(inflight, exchange, routeId);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private static void add(InflightRepository inflight, AbstractExchange exchange, String routeId) {
        try {
            inflight.add(exchange, routeId);
        } catch (Throwable e) {
            logFailure(e);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private static void remove(InflightRepository inflight, AbstractExchange exchange, String routeId) {
        try {
            inflight.remove(exchange, routeId);
        } catch (Throwable e) {
            logFailure(e);
        }
    }

    // ---- a send

    /**
     * Called before a send. Returns the time, for {@link #sent}. The exchange may be handed over only if {@link
     * #isUntold}.
     */
    @SuppressWarnings("CatchingUnchecked")
    public long sending(AbstractExchange exchange, Endpoint endpoint) {
        for (EventNotifier each : sending) {
            try {
                if (!each.isDisabled()) {
                    each.onExchangeSending(exchange, endpoint);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
        return begin(sent, sendsTimed);
    }

    @SuppressWarnings("CatchingUnchecked")
    public void sent(AbstractExchange exchange, Endpoint endpoint, long begin) {
        if (begin == UNTOLD) {
            return;
        }
        long nanos = nanosSince(begin);
        for (EventNotifier each : sent) {
            try {
                if (!each.isDisabled()) {
                    each.onExchangeSent(exchange, endpoint, nanos);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    void redelivery(AbstractExchange exchange, int attempt) {
        for (EventNotifier each : redelivery) {
            try {
                if (!each.isDisabled()) {
                    each.onExchangeRedelivery(exchange, attempt);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
    }

    // ---- a step(id)

    @SuppressWarnings("CatchingUnchecked")
    void step(AbstractExchange exchange, String id, boolean begins) {
        for (EventNotifier each : steps) {
            try {
                if (each.isDisabled()) {
                    continue;
                }
                if (begins) {
                    each.onStepStarted(exchange, id);
                } else if (exchange.isFailed()) {
                    each.onStepFailed(exchange, id);
                } else {
                    each.onStepCompleted(exchange, id);
                }
            } catch (Throwable e) {
                logFailure(e);
            }
        }
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

    @SuppressWarnings("CatchingUnchecked")
    private static boolean isEnabled(EventNotifier notifier) {
        try {
            return !notifier.isDisabled();
        } catch (Throwable e) {
            return true; // the next call of it logs the failure
        }
    }

    private static void logFailure(Throwable failure) {
        Log.warn(Watchers.class, "An event notifier or inflight repository failed", failure);
    }
}
