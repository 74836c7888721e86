package io.mehari.subjects.mehari;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.subjects.Payload;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import io.mehari.subjects.Task;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** All scenarios as routes. The build makes the class for Camel from this text, by changing names. */
@NullUnmarked // fields are set by start
public final class Routes implements Subject {
    private static final String ROUTE = "taker";

    /** Enough exchanges for a full queue and for all threads. */
    private static final int POOL = Scenario.CAPACITY + 64;

    private final DefaultRoutingContext context;
    private ProducerTemplate template;
    private Endpoint[] entries;
    private String uri;
    private boolean requests;
    private int turn;

    /** Creates a subject with or without exchange pooling. */
    public Routes(boolean pooled) {
        context = Library.context(pooled ? POOL : 0);
    }

    @Override
    public void start(Scenario scenario, Sink sink) throws Exception {
        context.addRoutes(new Description(scenario, sink));
        context.start();
        template = context.createProducerTemplate();
        requests = scenario.task() == Task.REQUEST;
        entries = new Endpoint[scenario.task() == Task.FIFTY_ROUTES ? Scenario.ROUTES : 1];
        for (int i = 0; i < entries.length; i++) {
            uri = scenario.task().hasQueue() ? queue(scenario) : "direct:" + i;
            entries[i] = context.getEndpoint(uri);
        }
    }

    private static String queue(Scenario scenario) {
        return (scenario.ring() ? "disruptor" : "seda") + ":queue?size=" + scenario.capacity()
                + "&blockWhenFull=true&concurrentConsumers=" + scenario.consumers();
    }

    /** The routes of a scenario. */
    private static final class Description extends RouteBuilder {
        private final Scenario scenario;
        private final Sink sink;
        private final Processor end;

        /** Small pieces of work, each in its own class. */
        private final List<Processor> work = Arrays.asList(
                exchange -> exchange.getMessage()
                        .setHeader("a", exchange.getMessage().getBody()),
                exchange -> exchange.getMessage().removeHeader("b"),
                exchange -> exchange.setProperty("c", exchange.getMessage().getBody()),
                exchange -> exchange.getMessage().getHeader("type"),
                exchange -> exchange.getMessage().setHeader("type", "express"),
                exchange -> exchange.getProperty("c"),
                exchange -> exchange.getMessage().setBody(exchange.getMessage().getBody()),
                exchange -> exchange.getMessage().getHeader("absent"));

        Description(Scenario scenario, Sink sink) {
            this.scenario = scenario;
            this.sink = sink;
            end = exchange -> sink.deliver(exchange, exchange.getMessage().getBody());
        }

        @Override
        public void configure() {
            switch (scenario.task()) {
                case DIRECT -> from("direct:0").process(end);
                case SPLIT_CHOICE -> splitAndChoice();
                case ROUTER -> router();
                case FILTER ->
                    from("direct:0")
                            .filter(exchange ->
                                    Payload.isKept(exchange.getMessage().getBody()))
                            .to("direct:end");
                case AGGREGATOR ->
                    from("direct:0")
                            .aggregate(constant(true), AggregationStrategies.groupedBody())
                            .completionSize(Scenario.GROUP)
                            .to("direct:groups");
                case FAN_OUT -> from("direct:0").multicast().to("direct:a", "direct:b", "direct:c");
                case TEN_STEPS -> tenSteps(0);
                case FIFTY_ROUTES -> {
                    for (int i = 0; i < Scenario.ROUTES; i++) {
                        tenSteps(i);
                    }
                }
                case REQUEST, SEDA, DISRUPTOR ->
                    from(queue(scenario)).routeId(ROUTE).process(end);
            }
            ends();
        }

        private void ends() {
            switch (scenario.task()) {
                case DIRECT, REQUEST, SEDA, DISRUPTOR -> {}
                case AGGREGATOR ->
                    from("direct:groups")
                            .process(exchange -> sink.deliverAll(
                                    exchange, exchange.getMessage().getBody(List.class)));
                default -> {
                    for (String name : List.of("end", "a", "b", "c")) {
                        from("direct:" + name).process(end);
                    }
                }
            }
        }

        private void splitAndChoice() {
            from("direct:0").split(body()).to("direct:part");
            from("direct:part")
                    .choice()
                    .when(exchange -> Payload.isKept(exchange.getMessage().getBody()))
                    .to("direct:a")
                    .otherwise()
                    .to("direct:b");
        }

        private void router() {
            if (scenario.mixed()) {
                from("direct:0")
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
                from("direct:0")
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

        private void tenSteps(int number) {
            from("direct:" + number)
                    .setHeader("type", constant("express"))
                    .filter(header("type").isEqualTo("express"))
                    .process(work(number))
                    .end()
                    .choice()
                    .when(header("type").isEqualTo("slow"))
                    .process(work(number + 1))
                    .otherwise()
                    .process(work(number + 2))
                    .end()
                    .transform(body())
                    .process(work(number + 3))
                    .process(work(number + 5))
                    .process(work(number + 7))
                    .to("direct:step" + number)
                    .to("direct:end");
            from("direct:step" + number).process(work(number + 4));
        }

        private Processor work(int number) {
            return work.get(number % work.size());
        }
    }

    @Override
    public void send(Object body) {
        if (requests) {
            template.requestBody(entries[0], body);
        } else if (entries.length == 1) {
            template.sendBody(entries[0], body);
        } else {
            turn = turn + 1 < entries.length ? turn + 1 : 0;
            template.sendBody(entries[turn], body);
        }
    }

    @Override
    public void request(Object body, Runnable then) {
        var unused = template.asyncRequestBody(uri, body).thenRun(then);
    }

    @Override
    public void take(boolean taking) throws Exception {
        if (taking) {
            context.getRouteController().startRoute(ROUTE);
        } else {
            context.getRouteController().stopRoute(ROUTE);
        }
    }

    @Override
    public void close() {
        context.stop();
    }
}
