package orders;

import io.mehari.main.Main;

/** Takes orders over HTTP, stores them, tells Kafka about them, and ships what Kafka tells. */
public final class OrderService {
    private OrderService() {}

    public static void main(String[] args) {
        System.exit(new Main("orders").addRoutes(new OrderRoutes()).run(args));
    }
}
