package io.mehari.benchmarks;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** The patterns in Mehari. */
@NullUnmarked // fields are set by start
final class MehariPatternSubject extends PatternSubject {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private ProducerTemplate template;
    private Endpoint[] entries;

    /** Another thread may complete groups. */
    private volatile long received;

    /** Makes the exchange escape, as in a real route. Otherwise the compiler may remove the object. */
    @SuppressWarnings("UnusedVariable")
    private Exchange last;

    @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread at a time
    private final Processor count = exchange -> {
        last = exchange;
        received++;
    };

    /** Small pieces of work, each in its own class. */
    private final List<Processor> work = Arrays.asList(
            exchange ->
                    exchange.getMessage().setHeader("a", exchange.getMessage().getBody()),
            exchange -> exchange.getMessage().removeHeader("b"),
            exchange -> exchange.setProperty("c", exchange.getMessage().getBody()),
            exchange -> exchange.getMessage().getHeader("type"),
            exchange -> exchange.getMessage().setHeader("type", "express"),
            exchange -> exchange.getProperty("c"),
            exchange -> exchange.getMessage().setBody(exchange.getMessage().getBody()),
            exchange -> exchange.getMessage().getHeader("absent"));

    MehariPatternSubject(boolean pooled) {
        if (pooled) {
            context.getRoutingContextExtension().setExchangeFactory(new PooledExchangeFactory(context, 100, false));
        }
    }

    @Override
    public void start(String scenario) {
        int routes = scenario.equals("fifty") ? ROUTES : 1;
        try {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    switch (scenario) {
                        case "router" -> router(this);
                        case "filter" -> filter(this);
                        case "aggregator" -> aggregator(this);
                        default -> {
                            for (int i = 0; i < routes; i++) {
                                tenSteps(this, i);
                            }
                        }
                    }
                    from("direct:end").process(count);
                }
            });
            context.start();
            template = context.createProducerTemplate();
            entries = new Endpoint[routes];
            for (int i = 0; i < routes; i++) {
                entries[i] = context.getEndpoint("direct:" + i);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void tenSteps(RouteBuilder r, int number) {
        r.from("direct:" + number)
                .setHeader("type", constant("express"))
                .filter(header("type").isEqualTo("express"))
                .process(work.get(number % 8))
                .end()
                .choice()
                .when(header("type").isEqualTo("slow"))
                .process(work.get((number + 1) % 8))
                .otherwise()
                .process(work.get((number + 2) % 8))
                .end()
                .transform(body())
                .process(work.get((number + 3) % 8))
                .process(work.get((number + 5) % 8))
                .process(work.get((number + 7) % 8))
                .to("direct:step" + number)
                .to("direct:end");
        r.from("direct:step" + number).process(work.get((number + 4) % 8));
    }

    private static void router(RouteBuilder r) {
        r.from("direct:0")
                .choice()
                .when(exchange -> exchange.getMessage().getBody() instanceof Integer)
                .to("direct:end")
                .when(exchange -> exchange.getMessage().getBody() instanceof Path)
                .to("direct:end")
                .when(exchange -> exchange.getMessage().getBody() instanceof Consignment)
                .to("direct:end")
                .otherwise()
                .to("direct:end");
    }

    private static void filter(RouteBuilder r) {
        r.from("direct:0")
                .filter(exchange -> exchange.getMessage().getBody() == null)
                .to("direct:never")
                .end()
                .filter(body().isNotNull())
                .to("direct:end");
        r.from("direct:never").stop();
    }

    private static void aggregator(RouteBuilder r) {
        AggregationStrategy latest = (old, next) -> next;
        r.from("direct:0")
                .aggregate(constant(true), latest)
                .completionSize(GROUP)
                .to("direct:end");
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    public void send(int route, Object body) {
        template.sendBody(entries[route], body);
    }

    @Override
    public void close() {
        context.stop();
    }
}
