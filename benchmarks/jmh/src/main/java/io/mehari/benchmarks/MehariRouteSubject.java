package io.mehari.benchmarks;

import static io.mehari.builder.RouteBuilder.body;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes in Mehari. */
final class MehariRouteSubject extends RouteSubject {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Endpoint one;
    private final Endpoint whole;
    private long received;

    /** Makes the exchange escape, as in a real route. Otherwise the compiler may remove the object. */
    @SuppressWarnings("UnusedVariable")
    private @Nullable Exchange last;

    MehariRouteSubject(boolean pooled) {
        if (pooled) {
            context.getRoutingContextExtension().setExchangeFactory(new PooledExchangeFactory(context, 100, false));
        }
        Processor count = exchange -> {
            last = exchange;
            if (exchange.getMessage().getBody() != null) {
                received++;
            }
        };
        try {
            context.addRoutes(r -> {
                r.from("direct:one").process(count);
                r.from("direct:whole").split(body()).to("direct:part");
                r.from("direct:part")
                        .choice()
                        .when(exchange ->
                                String.valueOf(exchange.getMessage().getBody()).length() > 100)
                        .to("direct:long")
                        .otherwise()
                        .to("direct:short");
                r.from("direct:long").process(count);
                r.from("direct:short").process(count);
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        context.start();
        one = context.getEndpoint("direct:one");
        whole = context.getEndpoint("direct:whole");
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    public void send(Object body) {
        template.sendBody(one, body);
    }

    @Override
    public void sendSplit(List<String> parts) {
        template.sendBody(whole, parts);
    }

    @Override
    public void close() {
        context.stop();
    }
}
