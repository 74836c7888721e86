import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;

public class TenRoutesMehari {
    public static void main(String[] args) throws Exception {
        try (var context = new DefaultRoutingContext()) {
            context.addRoutes(r -> {
                for (int i = 0; i < 10; i++) {
                    r.from("direct:" + i)
                            .filter(RouteBuilder.body().isNotNull())
                            .setHeader("seen", RouteBuilder.constant(true))
                            .process(exchange -> exchange.setBody("done"));
                }
            });
            context.start();
            for (int i = 0; i < 10; i++) {
                context.createProducerTemplate().sendBody("direct:" + i, "hello");
            }
        }
    }
}
