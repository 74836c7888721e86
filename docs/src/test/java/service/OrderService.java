package service;

import io.mehari.main.Main;

public final class OrderService {
    private OrderService() {}

    public static void main(String[] args) {
        System.exit(new Main("orders")
                .addRoutes(r -> r.from("timer:{{orders.timer}}?period=1000")
                        .setBody(tick -> "an order")
                        .to("seda:packing"))
                .addRoutes(r -> r.from("seda:packing").log("packed: ${body}"))
                .run(args));
    }
}
