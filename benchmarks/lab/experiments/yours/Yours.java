import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** A template: start your framework, and add what you want to measure. */
public final class Yours implements Workload {
    private final DefaultCamelContext context = new DefaultCamelContext();

    @Override
    public void start(Operations operations) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in").setHeader("seen", constant("yes")).process(exchange -> {});
            }
        });
        context.start();

        // One thread does the whole operation. Return the result, so that the compiler cannot remove the work.
        operations.add("new exchange, 1 header", () -> {
            Exchange exchange = new DefaultExchange(context);
            exchange.getMessage().setHeader("region", "north");
            return exchange;
        });

        // A route. If other threads do part of the work, use addForThreads, and return only when all messages are
        // processed.
        ProducerTemplate template = context.createProducerTemplate();
        operations.add("a route that sets a header", () -> {
            template.sendBody("direct:in", "body");
            return template;
        });
    }

    @Override
    public void stop() {
        context.stop();
    }
}
