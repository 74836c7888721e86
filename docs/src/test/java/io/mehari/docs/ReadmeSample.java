package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.header;

import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;

/** The lines that README shows. */
final class ReadmeSample {

    private final List<Object> printed = new ArrayList<>();

    private void print(Object value) {
        printed.add(value);
    }

    List<Object> run() throws Exception {
        // region ReadmeSample
        try (var context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from("direct:orders").split(body()).to("direct:order");
                r.from("direct:order")
                        .choice()
                        .when(header("type").isEqualTo("express"))
                        .process(order -> print("fast: " + order.getBody()))
                        .otherwise()
                        .process(order -> print("slow: " + order.getBody()));
            });
            context.start();
            var orders = List.of("3 kg of dates", "a saddle");
            var template = context.createProducerTemplate();
            template.sendBodyAndHeader("direct:orders", orders, "Type", "express");
        }
        // endregion
        return printed;
    }
}
