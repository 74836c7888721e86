package io.mehari.main;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A service in a process of its own, one of whose routes ends the process while another message is in flight. */
final class ExitingService {
    private ExitingService() {}

    /** Takes the thread that exits: "timer", "main" or "delayed". */
    public static void main(String[] args) throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        RoutingContext context = new DefaultRoutingContext("shop");
        context.getShutdownStrategy().setTimeout(Duration.ofSeconds(60));
        context.addRoutes(r -> {
            r.from("timer:other?delay=0&repeatCount=1").routeId("other").process(exchange -> {
                entered.countDown();
                Thread.sleep(1_500);
                System.out.println("the other message has ended");
            });
            r.from(args[0].equals("timer") ? "timer:exits?delay=0&repeatCount=1" : "direct:exits")
                    .routeId("exits")
                    .delay(args[0].equals("delayed") ? 10 : 0)
                    .process(exchange -> {
                        entered.await();
                        System.exit(0);
                    });
        });
        if (args[0].equals("timer")) {
            context.run();
            return;
        }
        Thread main = new Thread(() -> {
            ProducerTemplate template = context.createProducerTemplate();
            while (!context.isStarted()) {
                Thread.onSpinWait();
            }
            template.sendBody("direct:exits", "now");
        });
        main.setDaemon(true);
        main.start();
        context.run();
    }
}
