package io.mehari.impl.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregateDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every message is in exactly one group that was completed or reported, and the strategy runs once at a time for a key,
 * while messages, timeouts, signals and a stop come at the same time. Fails when Group.Lock admits two threads, or when
 * a closed group can end again.
 */
@Timeout(60)
class AggregateConcurrencyTest {
    private static final int THREADS = 4;
    private static final int MESSAGES = 4_000;
    private static final int KEYS = 6;
    private static final Pattern LEFT_OVER = Pattern.compile("(\\d+) messages in (\\d+) groups");

    /** What competes with the messages, and how it ends. */
    enum Course {
        SIZE_AND_TIMEOUT(false),
        SIZE_AND_TIMEOUT_IN_PARALLEL(false),
        INTERVAL(false),
        STOP_WHILE_SENDING(true),
        FORCED_STOP_WHILE_SENDING(true);

        final boolean stops;

        Course(boolean stops) {
            this.stops = stops;
        }

        void configure(AggregateDefinition block) {
            switch (this) {
                case SIZE_AND_TIMEOUT -> block.completionSize(7).completionTimeout(1);
                case SIZE_AND_TIMEOUT_IN_PARALLEL ->
                    block.completionSize(7).completionTimeout(1).parallelProcessing();
                case INTERVAL -> block.completionSize(50).completionInterval(1);
                case STOP_WHILE_SENDING -> block.completionSize(50);
                case FORCED_STOP_WHILE_SENDING -> block.completionSize(50).forceCompletionOnStop();
            }
        }
    }

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AtomicIntegerArray completed = new AtomicIntegerArray(THREADS * MESSAGES);
    private final AtomicIntegerArray within = new AtomicIntegerArray(KEYS);
    private final AtomicInteger twoAtOnce = new AtomicInteger();
    private final AtomicInteger runTwice = new AtomicInteger();

    /** Gathers numbers in a plain list, and notes when it is called twice at once for a key. */
    private final class Gather implements AggregationStrategy {
        @Override
        public Exchange aggregate(@Nullable Exchange old, Exchange next) {
            int key = (Integer) next.getHeader("key");
            if (within.getAndIncrement(key) != 0) {
                twoAtOnce.incrementAndGet();
            }
            try {
                return join(old, next);
            } finally {
                within.getAndDecrement(key);
            }
        }

        private Exchange join(@Nullable Exchange old, Exchange next) {
            Object number = next.getBody();
            if (old == null) {
                next.setBody(new Gathered());
            }
            Exchange result = old == null ? next : old;
            for (int i = 0; i < 300; i++) {
                Thread.onSpinWait(); // so that others come while this one is within
            }
            ((Gathered) java.util.Objects.requireNonNull(result.getBody())).numbers.add((Integer) number);
            return result;
        }
    }

    private static final class Gathered {
        final List<Integer> numbers = new ArrayList<>();
        final AtomicInteger runs = new AtomicInteger();
    }

    private void complete(Exchange group) {
        Gathered gathered = (Gathered) group.getBody();
        if (gathered.runs.getAndIncrement() != 0) {
            runTwice.incrementAndGet();
        }
        assertThat(group.getProperty(Exchange.AGGREGATED_SIZE)).isEqualTo(gathered.numbers.size());
        gathered.numbers.forEach(completed::incrementAndGet);
    }

    @ParameterizedTest
    @EnumSource
    void everyMessageIsInOneGroup(Course course) throws Exception {
        Exchanges pool = Pools.in(context, 200, false);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(20));
        context.addRoutes(r -> {
            AggregateDefinition block = r.from("direct:a")
                    .routeId("a")
                    .aggregate(io.mehari.builder.RouteBuilder.header("key"), new Gather());
            course.configure(block);
            block.process(this::complete);
        });
        context.start();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CountDownLatch half = new CountDownLatch(course.stops ? THREADS * MESSAGES / 2 : 0);
        int accepted = 0;
        int leftOver;
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            List<Future<Integer>> senders = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                senders.add(threads.submit(() -> send(number, pool, half)));
            }
            assertThat(half.await(30, TimeUnit.SECONDS)).isTrue();
            if (course.stops) {
                context.stop();
            }
            for (Future<Integer> sender : senders) {
                accepted += sender.get(30, TimeUnit.SECONDS);
            }
            context.stop();
            leftOver = log.messages().stream()
                    .mapToInt(AggregateConcurrencyTest::leftOver)
                    .sum();
        } finally {
            threads.shutdownNow();
        }

        int once = 0;
        for (int i = 0; i < completed.length(); i++) {
            assertThat(completed.get(i)).as("message %s", i).isLessThanOrEqualTo(1);
            once += completed.get(i);
        }
        assertThat(twoAtOnce).hasValue(0);
        assertThat(runTwice).hasValue(0);
        assertThat(once + leftOver).isEqualTo(accepted);
        if (!course.stops) {
            assertThat(accepted).isEqualTo(THREADS * MESSAGES);
        }
        if (course == Course.FORCED_STOP_WHILE_SENDING) {
            assertThat(leftOver).isZero();
        }
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
    }

    private static int leftOver(String logged) {
        Matcher matcher = LEFT_OVER.matcher(logged);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /** How many were accepted. */
    private int send(int thread, Exchanges pool, CountDownLatch half) {
        Random random = new Random(42 + thread);
        ProducerTemplate template = context.createProducerTemplate();
        int accepted = 0;
        for (int i = 0; i < MESSAGES; i++) {
            Exchange message = pool.create(ExchangePattern.InOnly);
            message.setBody(thread * MESSAGES + i);
            message.setHeader("key", random.nextInt(10) < 5 ? 0 : random.nextInt(KEYS));
            if (sendAndRelease(template, message)) {
                accepted++;
            }
            half.countDown();
        }
        return accepted;
    }

    private static boolean sendAndRelease(ProducerTemplate template, Exchange exchange) {
        template.send("direct:a", exchange);
        boolean accepted = !exchange.isFailed();
        Pools.release(exchange);
        return accepted;
    }
}
