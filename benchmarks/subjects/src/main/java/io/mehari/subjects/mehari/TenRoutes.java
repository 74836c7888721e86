package io.mehari.subjects.mehari;

import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;

/**
 * A program that starts ten routes, sends a message through each, and stops. The build makes the class for Camel from
 * this text, by changing names.
 */
public final class TenRoutes {
    private static final int ROUTES = 10;

    private TenRoutes() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    for (int i = 0; i < ROUTES; i++) {
                        from("direct:" + i)
                                .filter(body().isNotNull())
                                .setHeader("seen", constant(true))
                                .process(exchange -> exchange.getMessage().setBody("done"));
                    }
                }
            });
            context.start();
            for (int i = 0; i < ROUTES; i++) {
                context.createProducerTemplate().sendBody("direct:" + i, "hello");
            }
        }
    }
}
