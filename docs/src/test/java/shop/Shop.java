package shop;

// region Shop
import static io.mehari.builder.RouteBuilder.body;

import io.mehari.impl.DefaultRoutingContext;
import java.util.List;

public class Shop {
    public static void main(String[] args) {
        var out = System.out;
        try (var context = new DefaultRoutingContext()) {
            context.addRoutes(r -> r.from("direct:orders")
                    .split(body())
                    .choice()
                    .when(body().contains("express"))
                    .process(it -> out.println("fast: " + it.getBody()))
                    .otherwise()
                    .process(it -> out.println("slow: " + it.getBody())));
            context.start();
            var orders = List.of("dates, express", "a saddle");
            context.createProducerTemplate().sendBody("direct:orders", orders);
        }
    }
}
// endregion
