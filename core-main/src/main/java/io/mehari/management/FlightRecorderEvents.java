package io.mehari.management;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.internal.SafeText;
import jdk.jfr.Category;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Writes events of exchanges to the JDK Flight Recorder: {@code
 * context.getRoutingContextExtension().addEventNotifier(new FlightRecorderEvents())}. The events {@code
 * mehari.Exchange}, {@code mehari.Send} and {@code mehari.Redelivery} are off until a recording turns them on. An event
 * that is off costs one check, and a context without this notifier costs nothing.
 */
public final class FlightRecorderEvents implements EventNotifier {

    public FlightRecorderEvents() {}

    /** An exchange has left its first route. */
    @Name("mehari.Exchange")
    @Label("Exchange")
    @Category("Mehari")
    @Enabled(false)
    @StackTrace(false)
    static final class ExchangeEvent extends Event {
        @Label("Exchange id")
        @Nullable
        String exchangeId;

        @Label("From")
        @Nullable
        String from;

        @Label("Failure")
        @Nullable
        String failure;

        @Label("Elapsed")
        @Timespan(Timespan.NANOSECONDS)
        long elapsed;
    }

    /** An exchange was sent to an endpoint. */
    @Name("mehari.Send")
    @Label("Send")
    @Category("Mehari")
    @Enabled(false)
    @StackTrace(false)
    static final class SendEvent extends Event {
        @Label("Exchange id")
        @Nullable
        String exchangeId;

        @Label("To")
        @Nullable
        String to;

        @Label("Elapsed")
        @Timespan(Timespan.NANOSECONDS)
        long elapsed;
    }

    /** A failed step is redelivered. */
    @Name("mehari.Redelivery")
    @Label("Redelivery")
    @Category("Mehari")
    @Enabled(false)
    @StackTrace(false)
    static final class RedeliveryEvent extends Event {
        @Label("Exchange id")
        @Nullable
        String exchangeId;

        @Label("Attempt")
        int attempt;
    }

    private static final Event EXCHANGE = new ExchangeEvent();
    private static final Event SEND = new SendEvent();
    private static final Event REDELIVERY = new RedeliveryEvent();

    /** True while no recording has turned on one of the events. Then the clock is not read. */
    @Override
    public boolean isDisabled() {
        return !EXCHANGE.isEnabled() && !SEND.isEnabled() && !REDELIVERY.isEnabled();
    }

    @Override
    public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
        if (SEND.isEnabled()) {
            SendEvent event = new SendEvent();
            event.exchangeId = exchange.getExchangeId();
            event.to = endpoint.toString();
            event.elapsed = nanos;
            event.commit();
        }
    }

    @Override
    public void onExchangeCompleted(Exchange exchange, long nanos) {
        ended(exchange, nanos);
    }

    @Override
    public void onExchangeFailed(Exchange exchange, long nanos) {
        ended(exchange, nanos);
    }

    private static void ended(Exchange exchange, long nanos) {
        if (EXCHANGE.isEnabled()) {
            ExchangeEvent event = new ExchangeEvent();
            Endpoint from = exchange.getFromEndpoint();
            Exception failure = exchange.getException();
            event.exchangeId = exchange.getExchangeId();
            event.from = from == null ? null : from.toString();
            event.failure = failure == null ? null : SafeText.message(failure.toString());
            event.elapsed = nanos;
            event.commit();
        }
    }

    @Override
    public void onExchangeRedelivery(Exchange exchange, int attempt) {
        if (REDELIVERY.isEnabled()) {
            RedeliveryEvent event = new RedeliveryEvent();
            event.exchangeId = exchange.getExchangeId();
            event.attempt = attempt;
            event.commit();
        }
    }
}
