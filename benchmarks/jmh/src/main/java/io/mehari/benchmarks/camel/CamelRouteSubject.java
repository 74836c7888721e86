package io.mehari.benchmarks.camel;

import io.mehari.benchmarks.RouteSubject;
import java.util.List;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.jspecify.annotations.Nullable;

/** The routes in Apache Camel, in the release with which this class was loaded. */
public final class CamelRouteSubject extends RouteSubject {

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template;
    private final Endpoint one;
    private final Endpoint whole;
    private long received;

    /** Makes the exchange escape, as in a real route. Otherwise the compiler may remove the object. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Exchange last;

    public CamelRouteSubject() throws Exception {
        Processor count = exchange -> {
            last = exchange;
            if (exchange.getMessage().getBody() != null) {
                received++;
            }
        };
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").process(count);
                from("direct:whole").split(body()).to("direct:part");
                from("direct:part")
                        .choice()
                        .when(exchange ->
                                String.valueOf(exchange.getMessage().getBody()).length() > 100)
                        .to("direct:long")
                        .otherwise()
                        .to("direct:short");
                from("direct:long").process(count);
                from("direct:short").process(count);
            }
        });
        context.start();
        template = context.createProducerTemplate();
        one = context.getEndpoint("direct:one");
        whole = context.getEndpoint("direct:whole");
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    public void send(Object body) {
        template.sendBody(one, body);
    }

    @Override
    public void sendSplit(List<String> parts) {
        template.sendBody(whole, parts);
    }

    @Override
    public void close() {
        context.stop();
    }
}
