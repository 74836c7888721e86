package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AggregationFailedException;
import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.AggregateDefinition;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import io.mehari.impl.exchange.PoolSlot;
import io.mehari.processor.aggregate.MemoryAggregationRepository;
import io.mehari.processor.aggregate.OptimisticLockRetryPolicy;
import io.mehari.spi.AggregationRepository;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.OptimisticLockingAggregationRepository;
import io.mehari.spi.OptimisticLockingAggregationRepository.OptimisticLockingException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An aggregator whose groups are in a repository. */
@Timeout(30)
class AggregationRepositoryTest {
    private static final AggregationStrategy JOIN = AggregationStrategies.groupedBody();

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final PooledExchangeFactory pool = new PooledExchangeFactory(context, 100, false);
    private final BlockingQueue<String> groups = new LinkedBlockingQueue<>();
    private final Shelf shelf = new Shelf();

    AggregationRepositoryTest() {
        context.getRoutingContextExtension().setExchangeFactory(pool);
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Keeps texts, as a repository in a database would. */
    private static final class Shelf implements OptimisticLockingAggregationRepository {
        final ConcurrentHashMap<String, List<Object>> kept = new ConcurrentHashMap<>();
        final List<String> confirmed = new CopyOnWriteArrayList<>();
        int conflicts;
        volatile boolean failing;
        boolean failsOnceItHasSomething;
        volatile boolean adds;

        @Override
        public @Nullable Exchange get(RoutingContext context, String key) {
            if (failing) {
                throw new IllegalStateException("on purpose");
            }
            List<Object> bodies = kept.get(key);
            if (bodies == null) {
                return null;
            }
            Exchange exchange = new DefaultExchange(context);
            exchange.setBody(new java.util.ArrayList<>(bodies));
            exchange.setProperty(Exchange.AGGREGATED_SIZE, bodies.size());
            exchange.setProperty("asRead", bodies);
            return exchange;
        }

        @Override
        public @Nullable Exchange add(RoutingContext context, String key, Exchange aggregate) {
            adds = true;
            kept.put(key, bodies(aggregate));
            return null;
        }

        @Override
        public @Nullable Exchange add(
                RoutingContext context, String key, @Nullable Exchange former, Exchange aggregate) {
            if (conflicts > 0) {
                conflicts--;
                throw new OptimisticLockingException();
            }
            List<Object> bodies = bodies(aggregate);
            failing = failsOnceItHasSomething;
            check(former == null ? kept.putIfAbsent(key, bodies) == null : kept.replace(key, asRead(former), bodies));
            return former;
        }

        private static List<Object> bodies(Exchange aggregate) {
            assertThat(PoolSlot.of(aggregate)).as("comes from no pool").isNull();
            List<Object> bodies = List.copyOf((List<?>) java.util.Objects.requireNonNull(aggregate.getBody()));
            assertThat(aggregate.getProperty(Exchange.AGGREGATED_SIZE)).isEqualTo(bodies.size());
            return bodies;
        }

        @Override
        public void remove(RoutingContext context, String key, Exchange former) {
            check(kept.remove(key, asRead(former)));
        }

        private static void check(boolean changed) {
            if (!changed) {
                throw new OptimisticLockingException();
            }
        }

        @Override
        public void confirm(RoutingContext context, String exchangeId) {
            confirmed.add(exchangeId);
        }

        @SuppressWarnings("unchecked")
        private static List<Object> asRead(Exchange exchange) {
            return (List<Object>) java.util.Objects.requireNonNull(exchange.getProperty("asRead"));
        }

        @Override
        public Set<String> getKeys() {
            return Set.copyOf(kept.keySet());
        }
    }

    @Test
    void severalAggregatorsShareGroupsInMemory() throws Exception {
        MemoryAggregationRepository memory = new MemoryAggregationRepository(true);
        for (String name : List.of("one", "two")) {
            context.addRoutes(r -> r.from("direct:" + name)
                    .aggregate(header("key"), JOIN)
                    .completionSize(4)
                    .aggregationRepository(memory)
                    .optimisticLocking()
                    .process(exchange -> groups.add(String.valueOf(exchange.getBody()))));
        }
        context.start();
        for (int i = 1; i <= 3; i++) {
            template.sendBodyAndHeader(i == 2 ? "direct:two" : "direct:one", "m" + i, "key", "k");
        }
        assertThat(memory.getKeys()).containsExactly("k");
        assertThat(groups).isEmpty();
        template.sendBodyAndHeader("direct:two", "m4", "key", "k");
        assertThat(groups).containsExactly("[m1, m2, m3, m4]");
        assertThat(memory.getKeys()).isEmpty();
    }

    @Test
    void aChangeThatComesTooLateIsRefused() {
        MemoryAggregationRepository memory = new MemoryAggregationRepository(true);
        Exchange first = new DefaultExchange(context);
        Exchange second = new DefaultExchange(context);
        assertThat(memory.add(context, "k", null, first)).isNull();
        assertThat(memory.get(context, "k")).isSameAs(first);
        for (Runnable late : List.<Runnable>of(
                () -> memory.add(context, "k", null, second),
                () -> memory.add(context, "k", second, first),
                () -> memory.remove(context, "k", second))) {
            assertThatThrownBy(late::run).isInstanceOf(OptimisticLockingException.class);
            assertThat(memory.get(context, "k")).isSameAs(first);
        }
        assertThat(memory.add(context, "k", first, second)).isSameAs(first);
        memory.remove(context, "k", second);
        assertThat(memory.get(context, "k")).isNull();
    }

    @Test
    void aSharedRepositoryIsNotChangedWithoutComparing() {
        MemoryAggregationRepository memory = new MemoryAggregationRepository(true);
        assertThatThrownBy(() -> memory.add(context, "k", new DefaultExchange(context)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("call optimisticLocking() in aggregate(...)");
    }

    @Test
    void optimisticLockingNeedsARepositoryThatCompares() {
        AggregationRepository plain = mock();
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:a")
                        .aggregate(header("key"), JOIN)
                        .completionSize(2)
                        .aggregationRepository(plain)
                        .optimisticLocking()
                        .process(exchange -> {})))
                .hasStackTraceContaining("needs an OptimisticLockingAggregationRepository");
    }

    private static AggregationRepository mock() {
        Class<?>[] types = {AggregationRepository.class};
        return (AggregationRepository) java.lang.reflect.Proxy.newProxyInstance(
                AggregationRepositoryTest.class.getClassLoader(), types, (self, method, all) -> null);
    }

    private void start(Consumer<AggregateDefinition> options) throws Exception {
        context.addRoutes(r -> {
            AggregateDefinition block = r.from("direct:a").routeId("a").aggregate(header("key"), JOIN);
            options.accept(block.aggregationRepository(shelf).optimisticLocking());
            block.process(exchange -> groups.add(exchange.getProperty(Exchange.AGGREGATED_COMPLETED_BY) + ": "
                    + exchange.getBody() + " " + exchange.getProperty(Exchange.AGGREGATED_SIZE)));
        });
        context.start();
    }

    private void send(String key, String body) {
        template.sendBodyAndHeader("direct:a", body, "key", key);
    }

    private String nextGroup() throws InterruptedException {
        return String.valueOf(groups.poll(10, TimeUnit.SECONDS));
    }

    private void everythingIsGivenBack() {
        context.stop();
        assertThat(pool.getStatistics().inUse()).isZero();
        assertThat(pool.getStatistics().refused()).isZero();
    }

    @Test
    void openGroupsAreInTheRepositoryAndCompleteOnesAreNot() throws Exception {
        start(a -> a.completionSize(2));
        send("x", "1");
        send("y", "2");
        assertThat(shelf.kept).containsOnlyKeys("x", "y");
        send("x", "3");
        assertThat(groups).containsExactly("size: [1, 3] 2");
        assertThat(shelf.kept).containsOnlyKeys("y");
        assertThat(shelf.adds).isFalse();
        everythingIsGivenBack();
    }

    @Test
    void whatIsOpenAtAStopStaysThereAndIsTakenUpByTheNextStart() throws Exception {
        start(a -> a.completionSize(3));
        send("x", "1");
        send("x", "2");
        try (CapturedLog log = new CapturedLog(Aggregator.class)) {
            context.stop();
            assertThat(log.messages()).isEmpty();
        }
        assertThat(shelf.kept).containsOnlyKeys("x");
        context.start();
        send("x", "3");
        assertThat(groups).containsExactly("size: [1, 2, 3] 3");
        everythingIsGivenBack();
    }

    @Test
    void groupsThatAreFoundAtTheStartEndByTime() throws Exception {
        shelf.kept.put("x", List.of("1", "2"));
        start(a -> a.completionTimeout(5));
        assertThat(nextGroup()).isEqualTo("timeout: [1, 2] 2");
        assertThat(shelf.kept).isEmpty();
        everythingIsGivenBack();
    }

    /** Takes an exchange back only when a task has run. */
    private record Waiting(ExchangeFactory pool, CountDownLatch ran) implements ExchangeFactory {
        @Override
        public Exchange create(ExchangePattern pattern) {
            return pool.create(pattern);
        }

        @Override
        public Exchange copy(Exchange exchange) {
            return pool.copy(exchange);
        }

        @Override
        public ExchangeFactory forEndpoint(Endpoint from) {
            return pool.forEndpoint(from);
        }

        @Override
        public int lease(Exchange exchange) {
            return pool.lease(exchange);
        }

        @Override
        public boolean release(Exchange exchange, int lease) {
            try {
                assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return pool.release(exchange, lease);
        }
    }

    @Test
    void aDeadlineThatComesWhileItsGroupIsFoundIsNotForgotten() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        context.getRoutingContextExtension().setExchangeFactory(new Waiting(pool, ran));
        shelf.kept.put("x", List.of("1", "2"));
        start(a -> a.completionTimeout(1).executorService(task -> {
            task.run();
            ran.countDown();
        }));
        assertThat(nextGroup()).isEqualTo("timeout: [1, 2] 2");
    }

    @Test
    void forceCompletionOnStopEmptiesIt() throws Exception {
        start(a -> a.completionSize(3).forceCompletionOnStop());
        send("x", "1");
        context.stop();
        assertThat(groups).containsExactly("force: [1] 1");
        assertThat(shelf.kept).isEmpty();
        everythingIsGivenBack();
    }

    @Test
    void aMessageThatFindsTheGroupChangedIsAddedAgain() throws Exception {
        start(a -> a.completionSize(3));
        send("x", "1");
        shelf.conflicts = 3;
        send("x", "2");
        shelf.conflicts = 1;
        send("y", "3");
        assertThat(shelf.kept).containsEntry("x", List.of("1", "2")).containsEntry("y", List.of("3"));
        everythingIsGivenBack();
    }

    @Test
    void aRepositoryOfOneAggregatorNeedNotCompare() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(header("key"), JOIN)
                .completionSize(2)
                .aggregationRepository(shelf)
                .process(exchange -> groups.add(exchange.getExchangeId())));
        context.start();
        shelf.conflicts = 1;
        template.sendBodyAndHeader("direct:a", "1", "key", 7);
        assertThat(shelf.kept).containsEntry("7", List.of("1"));
        assertThat(shelf.confirmed).isEmpty();
        template.sendBodyAndHeader("direct:a", "2", "key", "7");
        assertThat(shelf.kept).isEmpty();
        assertThat(shelf.confirmed).containsExactlyElementsOf(groups).hasSize(1);
        everythingIsGivenBack();
    }

    @Test
    void aGroupWhoseStepsFailIsNotConfirmed() throws Exception {
        start(a -> a.completionSize(1).throwException(new IllegalStateException("on purpose")));
        send("x", "1");
        assertThat(shelf.confirmed).isEmpty();
        everythingIsGivenBack();
    }

    @Test
    void aMessageWaitsAsThePolicySaysAndBlocksNoThread() throws Exception {
        OptimisticLockRetryPolicy policy = new OptimisticLockRetryPolicy().retryDelay(1);
        start(a -> a.completionSize(3).optimisticLockRetryPolicy(policy));
        shelf.conflicts = 3;
        send("x", "1");
        assertThat(shelf.kept).containsEntry("x", List.of("1"));
        everythingIsGivenBack();
    }

    @Test
    void aMessageFailsAfterAsManyRetriesAsThePolicyAllows() throws Exception {
        OptimisticLockRetryPolicy policy =
                new OptimisticLockRetryPolicy().maximumRetries(2).retryDelay(0);
        start(a -> a.completionSize(3).optimisticLockRetryPolicy(policy));
        shelf.conflicts = 10;
        Exchange failed = template.send("direct:a", exchange -> exchange.setHeader("key", "x"));
        assertThat(failed.getException())
                .isInstanceOf(AggregationFailedException.class)
                .hasCauseInstanceOf(OptimisticLockingException.class);
        assertThat(shelf.conflicts).as("three attempts").isEqualTo(7);
    }

    @Test
    void withSyncRetryTheThreadOfTheMessageWaits() throws Exception {
        OptimisticLockRetryPolicy policy = new OptimisticLockRetryPolicy().retryDelay(60_000);
        start(a -> a.completionSize(3).optimisticLockRetryPolicy(policy).optimisticLockingSyncRetry());
        shelf.conflicts = 1;
        Thread.currentThread().interrupt();
        Exchange failed = template.send("direct:a", exchange -> exchange.setHeader("key", "x"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failed.getException()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aMessageThatAlwaysFindsItChangedFails() throws Exception {
        start(a -> a.completionSize(3));
        shelf.conflicts = 100;
        Exchange failed = template.send("direct:a", exchange -> exchange.setHeader("key", "x"));
        assertThat(failed.getException())
                .isInstanceOf(AggregationFailedException.class)
                .hasMessageContaining("had changed since it was read");
    }

    @Test
    void aGroupThatAnotherProgramCompletedIsForgotten() throws Exception {
        start(a -> a.completionSize(3).maximumOpenGroups(1));
        send("x", "1");
        shelf.kept.clear();
        template.send("direct:a", exchange -> exchange.setProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS, true));
        assertThat(groups).isEmpty();
        send("y", "2");
        assertThat(shelf.kept).containsOnlyKeys("y");
    }

    @Test
    void aRepositoryThatFailsFailsTheMessageAndIsAskedAgainWhenTheTimeIsUpAgain() throws Exception {
        try (CapturedLog log = new CapturedLog(Aggregator.class)) {
            start(a -> a.completionTimeout(20));
            shelf.failsOnceItHasSomething = true;
            send("x", "1");
            assertThat(template.send("direct:a", exchange -> exchange.setHeader("key", "x"))
                            .getException())
                    .hasMessage("on purpose");
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (log.messages().isEmpty() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            shelf.failing = false;
            assertThat(nextGroup()).isEqualTo("timeout: [1] 1");
            assertThat(log.messages()).first().asString().contains("the repository failed, and the group of key [x]");
        }
    }
}
