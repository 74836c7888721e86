package io.mehari.benchmarks.camel;

import io.mehari.benchmarks.Consignment;
import io.mehari.benchmarks.PatternSubject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.jspecify.annotations.NullUnmarked;

/** The patterns in Apache Camel, in the release with which this class was loaded. */
@NullUnmarked // fields are set by start
public final class CamelPatternSubject extends PatternSubject {

    private final DefaultCamelContext context = new DefaultCamelContext();
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

    public CamelPatternSubject() {}

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
                .setHeader("type", r.constant("express"))
                .filter(r.header("type").isEqualTo("express"))
                .process(work.get(number % 8))
                .end()
                .choice()
                .when(r.header("type").isEqualTo("slow"))
                .process(work.get((number + 1) % 8))
                .otherwise()
                .process(work.get((number + 2) % 8))
                .end()
                .transform(r.body())
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
                .filter(r.body().isNotNull())
                .to("direct:end");
        r.from("direct:never").stop();
    }

    private static void aggregator(RouteBuilder r) {
        AggregationStrategy latest = (old, next) -> next;
        r.from("direct:0")
                .aggregate(r.constant(true), latest)
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
