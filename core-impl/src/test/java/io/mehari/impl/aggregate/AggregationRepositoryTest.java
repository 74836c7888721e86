package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.AggregateDefinition;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import io.mehari.spi.AggregationRepository;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
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
    private final Exchanges pool = Pools.in(context, 100, false);
    private final BlockingQueue<String> groups = new LinkedBlockingQueue<>();
    private final Shelf shelf = new Shelf();

    AggregationRepositoryTest() {}

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Keeps texts, as a repository in a database would. */
    private static final class Shelf implements AggregationRepository {
        final ConcurrentHashMap<String, List<Object>> kept = new ConcurrentHashMap<>();
        final List<String> confirmed = new CopyOnWriteArrayList<>();
        volatile boolean failing;
        boolean failsOnceItHasSomething;

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
            kept.put(key, bodies(aggregate));
            failing = failsOnceItHasSomething;
            return null;
        }

        private static List<Object> bodies(Exchange aggregate) {
            assertThat(((AbstractExchange) aggregate).isPooled()).isFalse();
            List<Object> bodies = List.copyOf((List<?>) java.util.Objects.requireNonNull(aggregate.getBody()));
            assertThat(aggregate.getProperty(Exchange.AGGREGATED_SIZE)).isEqualTo(bodies.size());
            return bodies;
        }

        @Override
        public void remove(RoutingContext context, String key, Exchange former) {
            assertThat(kept.remove(key)).isSameAs(former.getProperty("asRead"));
        }

        @Override
        public void confirm(RoutingContext context, String exchangeId) {
            confirmed.add(exchangeId);
        }

        @Override
        public Set<String> getKeys() {
            return Set.copyOf(kept.keySet());
        }
    }

    private void start(Consumer<AggregateDefinition> options) throws Exception {
        context.addRoutes(r -> {
            AggregateDefinition block = r.from("direct:a").routeId("a").aggregate(header("key"), JOIN);
            options.accept(block.aggregationRepository(shelf));
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
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
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
        everythingIsGivenBack();
    }

    @Test
    void whatIsOpenAtAStopStaysThereAndIsTakenUpByTheNextStart() throws Exception {
        start(a -> a.completionSize(3));
        send("x", "1");
        send("x", "2");
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
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
    void keysAreTextsAndACompleteGroupIsConfirmed() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(header("key"), JOIN)
                .completionSize(2)
                .aggregationRepository(shelf)
                .process(exchange -> groups.add(exchange.getExchangeId())));
        context.start();
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
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
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
