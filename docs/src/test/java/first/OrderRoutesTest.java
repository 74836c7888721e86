package first;

import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import org.junit.jupiter.api.Test;

class OrderRoutesTest {

    @Test
    void expressOrdersGoToADeskOfTheirOwn() throws Exception {
        try (var context = new DefaultRoutingContext()) {
            context.getGlobalOptions().put("express", "mock:express");
            context.getGlobalOptions().put("standard", "mock:standard");
            context.addRoutes(new OrderRoutes());
            context.start();
            MockEndpoint.resolve(context, "mock:express").expectedBodiesReceived("a saddle");
            MockEndpoint.resolve(context, "mock:standard").expectedBodiesReceived("3 kg of dates");

            var template = context.createProducerTemplate();
            template.sendBodyAndHeader("seda:orders", "a saddle", "Type", "express");
            template.sendBody("seda:orders", "3 kg of dates");

            MockEndpoint.assertIsSatisfied(context);
        }
    }
}
