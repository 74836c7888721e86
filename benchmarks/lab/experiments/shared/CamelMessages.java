package io.mehari.lab.camel;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/**
 * Measures the cost of messages and their headers in Camel: of exchanges alone, and in routes. A send that names its
 * endpoint by a String also measures what Camel does with that text for each message.
 */
public final class CamelMessages implements Workload {
    private static final int PARTS = 100;
    private static final String[] NAMES = {
        "CamelFileName", "Content-Type", "orderId", "customer", "priority", "region", "Accept", "Host", "User-Agent",
        "X-Request-Id", "breadcrumbId", "tenant", "locale", "channel", "currency", "amount", "version", "checksum"
    };

    private final DefaultCamelContext context = new DefaultCamelContext();

    @Override
    public void start(Operations operations) throws Exception {
        context.addRoutes(routes());
        context.start();
        operations.add("new exchange", () -> newExchange(0));
        operations.add("new, 1 header", () -> newExchange(1));
        operations.add("new, 5 headers", () -> newExchange(5));
        operations.add("new, 18 headers", () -> newExchange(NAMES.length));
        Exchange origin = newExchange(5);
        operations.add("copy of 5 headers", origin::copy);
        operations.add("copy and write a header", () -> {
            Exchange copy = origin.copy();
            copy.getMessage().setHeader("priority", "low");
            return copy;
        });
        operations.add("read, same spelling", () -> origin.getMessage().getHeader("customer"));
        operations.add("read, other spelling", () -> origin.getMessage().getHeader("CUSTOMER"));
        operations.add("read, absent", () -> origin.getMessage().getHeader("nowhere"));
        ProducerTemplate template = context.createProducerTemplate();
        Endpoint in = context.getEndpoint("direct:in");
        operations.add("direct by Endpoint, 5 headers", () -> done(template.send(in, newExchange(5))));
        operations.add("direct by String, 5 headers", () -> done(template.send("direct:in", newExchange(5))));
        operations.add("split, a header for each part", PARTS, split(template, context.getEndpoint("direct:split")));
    }

    private static RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in").process(exchange -> exchange.getMessage().getHeader("region"));
                from("direct:split").split(body()).to("direct:part");
                from("direct:part")
                        .setHeader("part", constant("yes"))
                        .choice()
                            .when(header("PART").isEqualTo("yes"))
                                .process(exchange -> {})
                            .otherwise()
                                .process(exchange -> {});
            }
        };
    }

    private Exchange newExchange(int headers) {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody("body");
        for (int i = 0; i < headers; i++) {
            exchange.getMessage().setHeader(NAMES[i], "value");
        }
        return exchange;
    }

    private static Exchange done(Exchange exchange) throws Exception {
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
        return exchange;
    }

    private static Callable<?> split(ProducerTemplate template, Endpoint whole) {
        List<String> parts = Collections.nCopies(PARTS, "part");
        return () -> {
            template.sendBody(whole, parts);
            return parts;
        };
    }

    @Override
    public void stop() {
        context.stop();
    }
}
