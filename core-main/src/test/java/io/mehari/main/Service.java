package io.mehari.main;

/** A service in a process of its own, whose only message takes a while. */
final class Service {
    private Service() {}

    public static void main(String[] args) {
        System.exit(new Main("shop")
                .addRoutes(r -> r.from("timer:orders?period={{orders.period}}&repeatCount=1")
                        .process(exchange -> {
                            boolean timed = exchange.getContext()
                                    .getRoutingContextExtension()
                                    .isRouteTimes();
                            System.out.println("begun, timed: " + timed);
                            Thread.sleep(500);
                            System.out.println("done");
                        }))
                .run(args));
    }
}
