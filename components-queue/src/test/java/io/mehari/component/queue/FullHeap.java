package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A program for {@link FullHeapTest}: fills the heap again and again while routes run, then looks whether all of them
 * work. It prints what does not.
 */
final class FullHeap {
    private static final int FILLS = 8;
    private static final long FULL_NANOS = 40_000_000;
    private static final int TIMERS = 4;
    private static final int SENDERS = 3;
    private static final String[] TARGETS = {"direct:in", "direct:split", "seda:a", "disruptor:b", "direct:ask"};

    private final DefaultRoutingContext context = new DefaultRoutingContext("full");
    private final AtomicIntegerArray ticks = new AtomicIntegerArray(TIMERS);
    private final AtomicInteger received = new AtomicInteger();
    private final AtomicInteger sends = new AtomicInteger();
    private volatile boolean over;

    private FullHeap() {}

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {});
        new FullHeap().run();
        System.exit(0);
    }

    private void run() throws Exception {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                for (int i = 0; i < TIMERS; i++) {
                    int timer = i;
                    from("timer:t" + i + "?delay=0&period=" + (i == 0 ? 1 : 5))
                            .process(exchange -> ticks.incrementAndGet(timer));
                }
                from("direct:in").process(FullHeap.this::receive);
                from("direct:split")
                        .split(constant(List.of(1, 2, 3)))
                        .parallelProcessing()
                        .to("direct:in");
                from("seda:a").delay(1).process(FullHeap.this::receive);
                from("disruptor:b").process(FullHeap.this::receive);
                from("direct:ask").to("seda:a?waitForTaskToComplete=Always").process(FullHeap.this::receive);
            }
        });
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        Thread[] senders = new Thread[SENDERS];
        for (int i = 0; i < SENDERS; i++) {
            senders[i] = new Thread(() -> send(template), "sender-" + i);
            senders[i].start();
        }
        // A class that is initialized while the heap is full cannot be used until the JVM ends. So all have been used.
        while (received.get() < 50_000 || sends.get() < 100) {
            LockSupport.parkNanos(1_000_000);
        }
        for (int i = 0; i < FILLS; i++) {
            fill();
            LockSupport.parkNanos(20_000_000);
        }
        over = true;
        check(senders, template);
    }

    private void receive(Exchange exchange) {
        byte[] some = new byte[1_000];
        received.addAndGet(some.length);
    }

    @SuppressWarnings("CatchingUnchecked") // the heap is full
    private void send(ProducerTemplate template) {
        for (int i = 0; !over; i++) {
            try {
                template.sendBody(TARGETS[i % TARGETS.length], "x");
                sends.incrementAndGet();
            } catch (Throwable e) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    /** Takes all memory for a while. */
    private static void fill() {
        Object @Nullable [] chain = null;
        for (int size = 1 << 20; size >= 2; size /= 2) {
            try {
                while (true) {
                    Object[] next = new Object[size];
                    next[0] = chain;
                    chain = next;
                }
            } catch (OutOfMemoryError e) {
                // smaller ones
            }
        }
        long end = System.nanoTime() + FULL_NANOS;
        while (System.nanoTime() - end < 0) {
            try {
                for (int i = 0; i < 64; i++) {
                    Object[] next = new Object[2];
                    next[0] = chain;
                    chain = next;
                }
            } catch (OutOfMemoryError e) {
                Thread.onSpinWait();
            }
        }
    }

    private void check(Thread[] senders, ProducerTemplate template) throws InterruptedException {
        long end = System.nanoTime() + 3_000_000_000L;
        for (Thread each : senders) {
            each.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            complainIf(each.isAlive(), each.getName() + " waits");
        }
        end = System.nanoTime() + 2_000_000_000L;
        int[] before = new int[TIMERS];
        for (int i = 0; i < TIMERS; i++) {
            before[i] = ticks.get(i);
        }
        while ((context.stats().pending() > 0 || haveNotTicked(before)) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        for (int i = 0; i < TIMERS; i++) {
            complainIf(ticks.get(i) < before[i] + 3, "timer " + i + " is dead");
        }
        int then = received.get();
        for (String each : TARGETS) {
            template.sendBody(each, "x");
        }
        end = System.nanoTime() + 2_000_000_000L;
        while (received.get() < then + 8_000 && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        complainIf(received.get() < then + 8_000, "a consumer is dead");
        long begin = System.nanoTime();
        context.stop();
        complainIf(System.nanoTime() - begin > 10_000_000_000L, "the stop is dead, its limit is 5 s");
        System.out.println("sent " + sends + ", status " + context.getStatus());
    }

    private boolean haveNotTicked(int[] before) {
        for (int i = 0; i < TIMERS; i++) {
            if (ticks.get(i) < before[i] + 3) {
                return true;
            }
        }
        return false;
    }

    private static void complainIf(boolean wrong, String what) {
        if (wrong) {
            System.out.println("WRONG: " + what);
        }
    }
}
