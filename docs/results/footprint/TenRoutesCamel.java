import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

public class TenRoutesCamel {
    public static void main(String[] args) throws Exception {
        try (var context = new DefaultCamelContext()) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    for (int i = 0; i < 10; i++) {
                        from("direct:" + i)
                                .filter(body().isNotNull())
                                .setHeader("seen", constant(true))
                                .process(exchange -> exchange.getMessage().setBody("done"));
                    }
                }
            });
            context.start();
            for (int i = 0; i < 10; i++) {
                context.createProducerTemplate().sendBody("direct:" + i, "hello");
            }
        }
    }
}
