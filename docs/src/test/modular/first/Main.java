package first;

import io.mehari.impl.DefaultRoutingContext;

/** A route that calls a queue, and a route that takes from it. */
public class Main {

    public static void main(String[] args) throws Exception {
        try (var context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                r.from("direct:orders").to("seda:desk");
                r.from("seda:desk").process(order -> System.out.println(order.getBody()));
            });
            context.start();
            context.createProducerTemplate().sendBody("direct:orders", "a saddle");
        }
    }
}
