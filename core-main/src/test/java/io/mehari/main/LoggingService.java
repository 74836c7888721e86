package io.mehari.main;

import io.mehari.RoutingContext;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;

/** A service in a process of its own, which logs while it stops, and whose only message takes longer than its stop. */
final class LoggingService {
    private LoggingService() {}

    /** Takes "main" or "context", which runs the routes, and "logs" if something is logged before the stop. */
    public static void main(String[] args) throws Exception {
        boolean logs = args.length > 1;
        Routes routes = r -> r.from("timer:orders?delay=0&repeatCount=1")
                .routeId("orders")
                .process(exchange -> {
                    if (logs) {
                        System.getLogger("early").log(System.Logger.Level.WARNING, "logged before the stop");
                    } else {
                        System.getLogger("quiet").isLoggable(System.Logger.Level.INFO); // creates a logger, no handlers
                    }
                    System.out.println("begun");
                    Thread.sleep(400);
                })
                .log("logged by a route that stops")
                .process(exchange -> Thread.sleep(10_000));
        if (args[0].equals("main")) {
            System.exit(new Main("shop").addRoutes(routes).run("--mehari.shutdown-timeout=800ms"));
        }
        RoutingContext context = new DefaultRoutingContext("shop");
        context.getShutdownStrategy().setTimeout(Duration.ofMillis(800));
        context.addRoutes(routes);
        context.run();
    }
}
