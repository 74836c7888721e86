package io.mehari.subjects.jmh;

import io.mehari.component.camel.CamelComponent;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultProducer;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a message cost that crosses between Camel and Mehari, there and back, and what is won if the split of a route
 * of Camel moves to Mehari? The subject {@code camel-4.22.0} does the same in Camel alone.
 *
 * <p>Expected: a crossing costs less than a call of {@code direct:} in Camel with few headers, and more with many; the
 * more parts, the more is won by the move, unless the work for a part costs more than the part.
 *
 * <p>{@code ./bench bridge}
 */
@NullUnmarked // fields are set by JMH
public class BridgeBenchmark extends Measured {
    @Param("mehari-in-camel-4.22.0")
    public String subject;

    /** The headers of a message that crosses. */
    @Param("5")
    public int headers;

    /** The parts of a message that is split, and how many square roots each of them costs. */
    @Param("1000")
    public int parts;

    @Param("0")
    public int roots;

    private final Idle idle = new Idle();
    private final DefaultRoutingContext mehari = new DefaultRoutingContext();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private Producer toDirect;
    private io.mehari.Producer toCamel;
    private String[] names;
    private Exchange ofCamel;
    private io.mehari.Exchange ofMehari;
    private ProducerTemplate template;
    private Endpoint split;
    private List<Integer> list;

    /** Where the work goes, so that it is done. */
    @SuppressWarnings("UnusedVariable")
    private double last;

    /** How many messages and parts have come to the end of a route. */
    long arrived;

    @Setup
    public void setUp() throws Exception {
        boolean bridged = !subject.equals("camel-4.22.0");
        camel.addComponent("idle", idle);
        camel.getRegistry().bind("mehari", mehari);
        CamelComponent component = new CamelComponent();
        component.setCamelContext(camel);
        mehari.addComponent(component);
        mehari.addRoutes(route -> {
            route.from("direct:called").process(exchange -> arrived++);
            if (bridged) {
                route.from("camel:idle:in").process(exchange -> arrived++);
            }
            route.from("direct:split")
                    .split(io.mehari.Exchange::getBody)
                    .choice()
                    .when(part -> (Integer) part.getBody() % 2 == 0)
                    .process(part -> work(part.getBody()))
                    .otherwise()
                    .process(part -> work(part.getBody()))
                    .end()
                    .end();
        });
        camel.addRoutes(routesOfCamel(bridged));
        camel.start();
        mehari.start();
        String scheme = bridged ? "mehari:" : "";
        toDirect = camel.getEndpoint(scheme + "direct:called").createProducer();
        toDirect.start();
        toCamel = mehari.getEndpoint("camel:idle:out").createProducer();
        toCamel.start();
        names = IntStream.range(0, headers).mapToObj(i -> "header-" + i).toArray(String[]::new);
        ofCamel = new DefaultExchange(camel);
        ofMehari = mehari.createExchange(io.mehari.ExchangePattern.InOnly);
        for (String each : names) {
            ofCamel.getMessage().setHeader(each, "value");
            ofMehari.setHeader(each, "value");
        }
        template = camel.createProducerTemplate();
        split = camel.getEndpoint(bridged ? "direct:moved" : "direct:split");
        list = IntStream.range(0, parts).boxed().toList();
    }

    private RouteBuilder routesOfCamel(boolean bridged) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:called").process(exchange -> arrived++);
                if (!bridged) {
                    from("idle:in").process(exchange -> arrived++);
                }
                from("direct:moved").to("mehari:direct:split");
                from("direct:split")
                        .split(body())
                        .choice()
                        .when(part -> (Integer) part.getMessage().getBody() % 2 == 0)
                        .process(part -> work(part.getMessage().getBody()))
                        .otherwise()
                        .process(part -> work(part.getMessage().getBody()))
                        .end()
                        .end();
            }
        };
    }

    private void work(Object part) {
        double sum = (Integer) part;
        for (int i = 0; i < roots; i++) {
            sum += Math.sqrt(sum + i);
        }
        last = sum;
        arrived++;
    }

    /** A producer of Camel calls a route of Mehari, or of Camel. */
    @Benchmark
    public void toDirect() throws Exception {
        toDirect.process(ofCamel);
    }

    /** A producer of Mehari calls one of Camel that does nothing. */
    @Benchmark
    public void toCamel() throws Exception {
        toCamel.process(ofMehari);
    }

    /** A consumer of Camel makes an exchange, and calls a route of Mehari, or of Camel. */
    @Benchmark
    public void fromCamel() throws Exception {
        Exchange exchange = idle.consumer.createExchange(true);
        for (String each : names) {
            exchange.getMessage().setHeader(each, "value");
        }
        idle.consumer.getProcessor().process(exchange);
    }

    /** A template sends a list to a route of Camel that splits it, or calls a route of Mehari that does. */
    @Benchmark
    public void split() {
        template.sendBody(split, list);
    }

    @TearDown
    public void tearDown() {
        camel.stop();
        mehari.stop();
        if (arrived == 0 || ofCamel.isFailed() || ofMehari.isFailed()) {
            throw new AssertionError(arrived + " messages have arrived");
        }
    }

    /** A component of Camel that does nothing. */
    private static final class Idle extends DefaultComponent {
        private DefaultConsumer consumer;

        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            return new DefaultEndpoint(uri, this) {
                @Override
                public Producer createProducer() {
                    return new DefaultProducer(this) {
                        @Override
                        public void process(Exchange exchange) {}
                    };
                }

                @Override
                public Consumer createConsumer(Processor processor) {
                    consumer = new DefaultConsumer(this, processor);
                    return consumer;
                }
            };
        }
    }
}
