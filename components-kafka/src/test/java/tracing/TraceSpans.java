package tracing;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.MessageScope;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;

/**
 * A span for each exchange and for each send. The header {@code traceparent} carries the trace through queues. While a
 * thread carries a message, the span of the message is current.
 */
public final class TraceSpans implements EventNotifier, MessageScope {
    private static final String PROPERTY = "trace.span";

    private final Tracer tracer;
    private final TextMapPropagator propagator;

    /** The span that is open, and the one around it. Immutable, so copies of an exchange may share it. */
    private record Open(Span span, Open outer) {}

    public TraceSpans(OpenTelemetry telemetry) {
        tracer = telemetry.getTracer("io.mehari");
        propagator = telemetry.getPropagators().getTextMapPropagator();
    }

    @Override
    public boolean usesTimes() {
        return false; // spans have clocks of their own
    }

    @Override
    public void onExchangeCreated(Exchange exchange) {
        Context sender = propagator.extract(Context.root(), exchange, new Headers());
        Open around = exchange.getProperty(PROPERTY, Open.class); // the send, if this exchange itself was sent
        open(exchange, around, exchange.getFromEndpoint(), SpanKind.CONSUMER, sender);
    }

    @Override
    public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
        Open around = exchange.getProperty(PROPERTY, Open.class);
        Context outer = around == null ? Context.current() : Context.root().with(around.span);
        open(exchange, around, endpoint, SpanKind.PRODUCER, outer);
    }

    @Override
    public void onExchangeSent(Exchange exchange, Endpoint endpoint, long nanos) {
        close(exchange);
    }

    @Override
    public void onExchangeCompleted(Exchange exchange, long nanos) {
        close(exchange);
    }

    @Override
    public void onExchangeFailed(Exchange exchange, long nanos) {
        close(exchange);
    }

    @Override
    public void run(Exchange exchange, Runnable work) {
        Open open = exchange.getProperty(PROPERTY, Open.class);
        if (open == null) {
            work.run();
        } else {
            Context.current().with(open.span).wrap(work).run();
        }
    }

    private void open(Exchange exchange, Open around, Endpoint endpoint, SpanKind kind, Context outer) {
        Span span = tracer.spanBuilder(String.valueOf(endpoint))
                .setParent(outer)
                .setSpanKind(kind)
                .startSpan();
        exchange.setProperty(PROPERTY, new Open(span, around));
        propagator.inject(Context.root().with(span), exchange, (to, name, value) -> to.setHeader(name, value));
    }

    private void close(Exchange exchange) {
        Open open = exchange.getProperty(PROPERTY, Open.class);
        if (open == null) {
            return; // it began before this notifier was added
        }
        if (exchange.getException() != null) {
            open.span.setStatus(StatusCode.ERROR).recordException(exchange.getException());
        }
        open.span.end();
        if (open.outer == null) {
            exchange.removeProperty(PROPERTY);
        } else {
            exchange.setProperty(PROPERTY, open.outer);
        }
    }

    /** Reads the headers of an exchange. */
    private static final class Headers implements TextMapGetter<Exchange> {
        @Override
        public Iterable<String> keys(Exchange exchange) {
            return exchange.getHeaders().keySet();
        }

        @Override
        public String get(Exchange exchange, String name) {
            return exchange.getHeader(name, String.class);
        }
    }
}
