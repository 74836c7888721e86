package io.mehari.main;

import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A program whose {@code main} returns while a message is in flight;
 * "close" stops the context first, "hook" while the process ends.
 */
final class ForgottenContext {
    private ForgottenContext() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(List.of(args).contains("close") ? 0 : 1);
        RoutingContext context = new DefaultRoutingContext("shop");
        context.addRoutes(r -> r.from("timer:orders?repeatCount=1&delay=0")
                .routeId("orders")
                .process(exchange -> {
                    begun.countDown();
                    end.await();
                }));
        context.start();
        begun.await();
        if (List.of(args).contains("hook")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                LockSupport.parkNanos(300_000_000); // other hooks have begun
                end.countDown();
                context.close();
            }));
        } else if (args.length > 0) {
            context.close();
        }
    }
}
