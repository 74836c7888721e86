package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.management.JmxManagement;
import io.mehari.spi.Synchronization;
import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.ObjectName;

/**
 * A program for {@link FlatHeapTest}: does one thing many times in a JVM with a small heap, and prints what is kept
 * after a tenth and at the end.
 */
final class FlatHeap {
    private final IllegalStateException same = new IllegalStateException("thrown again and again");
    private final IllegalArgumentException byPredicate = new IllegalArgumentException("of a predicate");

    private final Bench bench = new Bench();

    private interface Turn {
        void run(int number) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF); // failures on purpose
        int turns = Integer.parseInt(args[1]);
        FlatHeap heap = new FlatHeap();
        heap.bench.context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
        Turn turn = heap.turn(args[0]);
        heap.bench.start();
        for (int i = 1; i <= turns; i++) {
            turn.run(i);
            if (i == turns / 10 || i == turns) {
                heap.print();
            }
        }
        heap.bench.close();
    }

    private Turn turn(String what) {
        switch (what) {
            case "toD" ->
                bench.route(r -> r.from("direct:in")
                        .toD("seda:${header.to}?discardIfNoConsumers=true")
                        .toD("disruptor:${header.to}?discardIfNoConsumers=true&size=16")
                        .toD("direct:${header.to}?block=false&failIfNoConsumers=false"));
            case "recipientList" ->
                bench.route(r -> r.from("direct:in")
                        .recipientList(
                                exchange -> "seda:" + exchange.getHeader("to") + "?discardIfNoConsumers=true,direct:"
                                        + exchange.getHeader("to") + "?block=false&failIfNoConsumers=false"));
            case "throws" ->
                bench.route(r -> {
                    r.onException(IllegalStateException.class)
                            .onWhen(exchange -> {
                                throw byPredicate;
                            })
                            .handled(true)
                            .process(exchange -> {});
                    r.from("direct:in").process(this::failAtTheEnd).throwException(same);
                });
            case "routes" -> {
                return this::addAndRemove;
            }
            default -> throw new IllegalArgumentException(what);
        }
        return this::send;
    }

    private void failAtTheEnd(Exchange exchange) {
        exchange.getExchangeExtension().addOnCompletion(new Synchronization() {
            @Override
            public void onComplete(Exchange completed) {
                throw same;
            }

            @Override
            public void onFailure(Exchange failed) {
                throw same;
            }
        });
    }

    private void send(int number) {
        try {
            bench.template.sendBodyAndHeader("direct:in", number, "to", "n" + number);
        } catch (RuntimeException e) {
            // what is thrown on purpose
        }
    }

    private void addAndRemove(int number) {
        String id = "r" + number;
        bench.route(r -> r.from("seda:" + id).routeId(id).to("direct:" + id + "?block=false&failIfNoConsumers=false"));
        bench.context.getRouteController().stopRoute(id);
        bench.context.removeRoute(id);
    }

    private void print() throws Exception {
        int queues = 0;
        for (String kind : new String[] {"seda", "disruptor"}) {
            QueueComponent component = (QueueComponent) bench.context.hasComponent(kind);
            queues += component == null ? 0 : component.queues.size();
        }
        System.out.println("kept: endpoints " + bench.context.getEndpoints().size()
                + ", queues " + queues
                + ", beans "
                + ManagementFactory.getPlatformMBeanServer()
                        .queryNames(new ObjectName("io.mehari:*"), null)
                        .size()
                + ", suppressed " + (same.getSuppressed().length + byPredicate.getSuppressed().length)
                + ", threads " + Thread.activeCount()
                + ", kilobytes " + used() / 1024);
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
