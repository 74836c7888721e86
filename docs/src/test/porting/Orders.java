import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;

public class Orders {
    public static void main(String[] args) throws Exception {
        CamelContext context = new DefaultCamelContext();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(IllegalArgumentException.class)
                        .maximumRedeliveries(2).redeliveryDelay(10)
                        .handled(true)
                        .to("mock:refused");

                from("direct:orders").routeId("orders")
                        .split(body()).streaming()
                            .to("seda:order?size=500&blockWhenFull=true");

                from("seda:order?size=500&concurrentConsumers=4").routeId("order")
                        .process(Orders::check)
                        .choice()
                            .when(header("type").isEqualTo("express")).to("mock:express")
                            .otherwise().to("mock:standard");
            }
        });
        context.start();
        MockEndpoint express = context.getEndpoint("mock:express", MockEndpoint.class);
        MockEndpoint refused = context.getEndpoint("mock:refused", MockEndpoint.class);
        express.expectedBodiesReceivedInAnyOrder("dates", "a saddle");
        refused.expectedBodiesReceived("nothing");
        context.createProducerTemplate()
                .sendBodyAndHeader("direct:orders", "dates,a saddle,nothing", "Type", "express");
        MockEndpoint.assertIsSatisfied(context);
        context.stop();
    }

    private static void check(Exchange exchange) {
        if ("nothing".equals(exchange.getIn().getBody(String.class))) {
            throw new IllegalArgumentException("nothing was ordered");
        }
    }
}
