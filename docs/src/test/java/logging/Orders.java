package logging;

import io.mehari.impl.DefaultRoutingContext;

/** A route that logs a line, and fails. */
public final class Orders {
    private Orders() {}

    public static void main(String[] args) throws Exception {
        try (var context = new DefaultRoutingContext("shop")) {
            context.getRoutingContextExtension().setLifecycleLog(true);
            context.addRoutes(r -> r.from("timer:orders?delay=0&repeatCount=1")
                    .routeId("orders")
                    .log("packing")
                    .throwException(IllegalStateException.class, "no dates left"));
            context.start();
            while (context.getRoute("orders").stats().failed() == 0) {
                Thread.sleep(10);
            }
        }
    }
}
