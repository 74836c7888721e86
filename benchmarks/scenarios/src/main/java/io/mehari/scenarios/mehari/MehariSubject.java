package io.mehari.scenarios.mehari;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** The scenarios in Mehari. */
@NullUnmarked // fields are set by start
public final class MehariSubject implements Subject {

    /** Enough exchanges for a full queue and for all threads. */
    private static final int POOL = Variation.CAPACITY + 64;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final boolean pooled;
    private ProducerTemplate template;
    private Endpoint entry;
    private String requestedAt;

    /** Creates a subject with or without exchange pooling. */
    public MehariSubject(boolean pooled) {
        this.pooled = pooled;
    }

    @Override
    public void start(Variation variation, Sink sink) throws Exception {
        if (pooled) {
            context.getRoutingContextExtension().setExchangeFactory(new PooledExchangeFactory(context, POOL, false));
        }
        if (variation.events()) {
            context.getRoutingContextExtension().addEventNotifier(new EventCount());
        }
        Processor end = exchange -> sink.deliver(exchange, exchange.getMessage().getBody());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                routes(this, variation, sink, end);
            }
        });
        if (variation.sendsLists()) {
            MockEndpoint.resolve(context, "mock:end?retainLast=1").whenAnyExchangeReceived(end);
        }
        template = context.createProducerTemplate();
        entry = context.getEndpoint(entry(variation));
        requestedAt = variation.name().equals("never") ? entry.getEndpointUri() : null;
        context.start();
    }

    private static String entry(Variation variation) {
        return switch (variation.scenario()) {
            case SEDA, DISRUPTOR, FIRE_AND_FORGET, WORKFLOW -> queue(variation);
            default -> "direct:in";
        };
    }

    private static String queue(Variation variation) {
        String options = ":queue?size=" + Variation.CAPACITY + "&blockWhenFull=true&concurrentConsumers="
                + variation.consumers();
        return switch (variation.scenario()) {
            case DISRUPTOR -> "disruptor" + options;
            case FIRE_AND_FORGET -> "seda" + options + "&waitForTaskToComplete=" + waitFor(variation);
            default -> "seda" + options;
        };
    }

    private static String waitFor(Variation variation) {
        return switch (variation.name()) {
            case "always" -> "Always";
            case "never" -> "Never";
            default -> "IfReplyExpected";
        };
    }

    private static void routes(RouteBuilder r, Variation variation, Sink sink, Processor end) {
        switch (variation.scenario()) {
            case CAMEL_23686 -> splitAndChoice(r, variation);
            case SEDA, DISRUPTOR, FIRE_AND_FORGET -> r.from(queue(variation)).process(end);
            case CBR -> router(r, variation);
            case FILTER ->
                r.from("direct:in")
                        .filter(exchange -> Payload.isKept(exchange.getMessage().getBody()))
                        .to("direct:end");
            case AGGREGATOR ->
                r.from("direct:in")
                        .aggregate(constant(true), AggregationStrategies.groupedBody())
                        .completionSize(Variation.GROUP)
                        .to("direct:groups");
            case FAN_OUT -> r.from("direct:in").multicast().to("direct:a", "direct:b", "direct:c");
            case WORKFLOW -> workflow(r, variation, end);
        }
        r.from("direct:end").process(end);
        r.from("direct:groups")
                .process(exchange ->
                        sink.deliverAll(exchange, exchange.getMessage().getBody(List.class)));
        r.from("direct:a").process(end);
        r.from("direct:b").process(end);
        r.from("direct:c").process(end);
    }

    private static void splitAndChoice(RouteBuilder r, Variation variation) {
        if (variation.paced()) {
            r.from("timer:tick?period=1&delay=0")
                    .setBody(constant(Payload.parts()))
                    .to("direct:in");
        }
        r.from("direct:in").split(body()).to("direct:part");
        r.from("direct:part")
                .choice()
                .when(exchange -> Payload.isKept(exchange.getMessage().getBody()))
                .to("direct:kept")
                .otherwise()
                .to("direct:others");
        r.from("direct:kept").to("mock:end?retainLast=1");
        r.from("direct:others").to("mock:end?retainLast=1");
    }

    private static void router(RouteBuilder r, Variation variation) {
        if (variation.mixed()) {
            r.from("direct:in")
                    .choice()
                    .when(exchange -> exchange.getMessage().getBody() instanceof String)
                    .to("direct:a")
                    .when(exchange -> exchange.getMessage().getBody() instanceof Integer)
                    .to("direct:b")
                    .when(exchange -> exchange.getMessage().getBody() instanceof File)
                    .to("direct:c")
                    .otherwise()
                    .to("direct:end");
        } else {
            r.from("direct:in")
                    .choice()
                    .when(exchange -> kind(exchange) == 0)
                    .to("direct:a")
                    .when(exchange -> kind(exchange) == 1)
                    .to("direct:b")
                    .when(exchange -> kind(exchange) == 2)
                    .to("direct:c")
                    .otherwise()
                    .to("direct:end");
        }
    }

    private static int kind(Exchange exchange) {
        return exchange.getMessage().getBody(Payload.Parcel.class).kind();
    }

    private static void workflow(RouteBuilder r, Variation variation, Processor end) {
        Runnable service = variation.service();
        Processor serve = exchange -> service.run();
        if (variation.threads()) {
            r.from(queue(variation))
                    .threads(Variation.THREADS, Variation.THREADS)
                    .process(serve)
                    .process(end);
        } else {
            r.from(queue(variation)).process(serve).process(end);
        }
    }

    @Override
    public void send(Object body) {
        if (requestedAt != null) {
            template.requestBody(requestedAt, body);
        } else {
            template.sendBody(entry, body);
        }
    }

    @Override
    public void close() {
        context.stop();
    }
}
