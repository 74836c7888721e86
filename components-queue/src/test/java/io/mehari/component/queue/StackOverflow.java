package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A program for {@link StackOverflowTest}: a thread recurses until its stack is full, sends from each of the last
 * frames, and starts again from another depth. A JVM of its own, because an overflow can break classes of the JDK for ever.
 */
final class StackOverflow {
    private static final long STACK = 256 * 1024;
    private static final int DEPTHS = 2;

    /** The steps after {@code from("direct:in")}. */
    enum Shape {
        DIRECT,
        SPLIT,
        PARALLEL_SPLIT,
        MULTICAST,
        CHOICE,
        SEDA,
        WIRE_TAP,
        DO_TRY,
        ON_EXCEPTION,
        POOLED;

        private void describe(RouteDefinition in) {
            switch (this) {
                case DIRECT, POOLED -> in.to("direct:next");
                case SPLIT -> in.split(RouteBuilder.constant(List.of(1, 2))).to("direct:next");
                case PARALLEL_SPLIT ->
                    in.split(RouteBuilder.constant(List.of(1, 2)))
                            .parallelProcessing()
                            .to("direct:next");
                case MULTICAST -> in.multicast().to("direct:next", "direct:other");
                case CHOICE ->
                    in.choice()
                            .when(exchange -> "x".equals(exchange.getBody()))
                            .to("direct:next")
                            .otherwise()
                            .to("direct:other");
                case SEDA -> in.to("seda:queue").to("direct:next");
                case WIRE_TAP -> in.wireTap("direct:next");
                case DO_TRY ->
                    in.doTry()
                            .process(StackOverflow::fail)
                            .doCatch(IllegalStateException.class)
                            .to("direct:next")
                            .doFinally()
                            .to("direct:other");
                case ON_EXCEPTION ->
                    in.onException(IllegalStateException.class)
                            .maximumRedeliveries(1)
                            .redeliveryDelay(0)
                            .handled(true)
                            .to("direct:next")
                            .end()
                            .process(StackOverflow::fail);
            }
        }
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("on purpose");
    }

    private StackOverflow() {}

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        System.getLogger(StackOverflow.class.getName()).log(System.Logger.Level.INFO, "the classes for it are there");
        for (Shape each : Shape.values()) {
            judge(each);
        }
        System.exit(0);
    }

    private static void judge(Shape shape) throws Exception {
        DefaultRoutingContext context = new DefaultRoutingContext("overflow");
        if (shape == Shape.POOLED) {
            context.getRoutingContextExtension().setExchangePool(16, false);
        }
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(3));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                shape.describe(from("direct:in").routeId("in"));
                from("direct:next").routeId("next").process(exchange -> {});
                from("direct:other").routeId("other").process(exchange -> {});
                from("seda:queue").routeId("queue").process(exchange -> {});
            }
        });
        context.start();
        Recursion recursion = new Recursion(context.createProducerTemplate());
        recursion.template.sendBody("direct:in", "x"); // all classes are there
        recursion.run();
        long drained = System.nanoTime() + TimeUnit.SECONDS.toNanos(10); // it may be full of what was sent on the way
        while (context.stats().pending() > 0 && System.nanoTime() - drained < 0) {
            Thread.sleep(1);
        }
        recursion.template.sendBody("direct:in", "x");
        recursion.template.sendBody("seda:queue", "x");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        while (context.stats().inflight() + context.stats().pending() > 0 && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        long left = 0;
        for (Route each : context.getRoutes()) {
            left += each.stats().inflight() + each.stats().pending(); // copies of a wire tap are pending
        }
        long begin = System.nanoTime();
        context.stop();
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        System.out.println(shape + ": left " + left + " of " + recursion.overflows
                + (millis > (left == 0 ? 1_500 : 8_000) ? ", WRONG: the stop waited" : "")); // its limit is 3 s
    }

    /** Sends from the last frames of a full stack. */
    private static final class Recursion {
        final ProducerTemplate template;
        final AtomicInteger overflows = new AtomicInteger();

        Recursion(ProducerTemplate template) {
            this.template = template;
        }

        /** Each thread begins a little deeper than the one before, so that the stack ends in each frame of a send. */
        void run() throws InterruptedException {
            for (int depth = 0; depth < DEPTHS; depth++) {
                int first = depth;
                AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
                Thread thread = new Thread(null, () -> begin(first), "deep-" + depth, STACK);
                thread.setUncaughtExceptionHandler((which, thrown) -> failure.set(thrown));
                thread.start();
                thread.join(5_000);
                if (thread.isAlive() || failure.get() != null) {
                    System.out.println("WRONG: hangs, or threw " + failure.get());
                }
            }
        }

        private void begin(int left) {
            if (left > 0) {
                begin(left - 1);
            } else {
                recurse();
            }
        }

        @SuppressWarnings({"CatchingUnchecked", "InfiniteRecursion"}) // the stack is to overflow
        private void recurse() {
            try {
                recurse();
            } catch (StackOverflowError e) {
                overflows.incrementAndGet();
            }
            try {
                template.sendBody("direct:in", "x");
            } catch (Throwable e) {
                overflows.incrementAndGet();
            }
        }
    }
}
