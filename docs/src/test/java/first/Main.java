package first;

import io.mehari.impl.DefaultRoutingContext;

/** Sends two orders and waits until both are done. */
public class Main {

    public static void main(String[] args) throws Exception {
        try (var context = new DefaultRoutingContext()) {
            context.getGlobalOptions().put("express", "log:express");
            context.getGlobalOptions().put("standard", "log:standard");
            context.addRoutes(new OrderRoutes());
            context.start();

            var template = context.createProducerTemplate();
            template.sendBodyAndHeader("seda:orders", "a saddle", "type", "express");
            template.sendBody("seda:orders", "3 kg of dates");
        } // close() first waits until the queued messages have been processed
    }
}
