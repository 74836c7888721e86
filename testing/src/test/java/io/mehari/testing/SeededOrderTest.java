package io.mehari.testing;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.testing.SimulatedTimeTest.bodies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeededOrderTest {

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void oneSeedGivesOneOrderAndOtherSeedsGiveOthers(String scheme) throws Exception {
        Set<List<Object>> orders = new HashSet<>();
        for (int seed = 1; seed <= 20; seed++) {
            List<Object> order = pipeline(scheme, seed);
            assertThat(order).hasSize(20).doesNotHaveDuplicates();
            assertThat(pipeline(scheme, seed)).isEqualTo(order);
            orders.add(order);
        }
        assertThat(orders).hasSizeGreaterThan(10);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_24)
    void virtualThreadsRunInTheSameOrder() throws Exception {
        for (int seed = 1; seed <= 20; seed++) {
            List<Object> order = pipeline("seda", seed);
            System.setProperty(SimulatedThreads.VIRTUAL, "true");
            try {
                assertThat(pipeline("seda", seed)).isEqualTo(order);
            } finally {
                System.clearProperty(SimulatedThreads.VIRTUAL);
            }
        }
    }

    /** Ten routes, one after the other, of which two have several consumers. */
    private static List<Object> pipeline(String scheme, long seed) throws Exception {
        try (Simulation simulation = new Simulation(seed)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> {
                for (int i = 0; i < 9; i++) {
                    String consumers = i % 4 == 1 ? "?concurrentConsumers=3" : "";
                    r.from(scheme + ":q" + i + consumers).to(scheme + ":q" + (i + 1));
                }
                r.from(scheme + ":q9").to("mock:out");
            });
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            for (int i = 0; i < 20; i++) {
                template.sendBody(scheme + ":q0", i);
            }
            simulation.time().runUntilIdle();
            return bodies(context, "out");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void oneConsumerKeepsTheOrderUnderEachSeed(String scheme) throws Exception {
        for (int seed = 1; seed <= 20; seed++) {
            try (Simulation simulation = new Simulation(seed)) {
                RoutingContext context = simulation.context();
                context.addRoutes(r -> {
                    r.from(scheme + ":a").to(scheme + ":b");
                    r.from(scheme + ":b").to("mock:out");
                });
                context.start();
                ProducerTemplate template = context.createProducerTemplate();
                List<Object> sent = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    template.sendBody(scheme + ":a", i);
                    sent.add(i);
                }
                simulation.time().runUntilIdle();
                assertThat(bodies(context, "out")).as("seed %s", seed).isEqualTo(sent);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void aSenderBlocksUntilThereIsRoom(String scheme) throws Exception {
        for (int seed = 1; seed <= 10; seed++) {
            try (Simulation simulation = new Simulation(seed)) {
                RoutingContext context = simulation.context();
                context.addRoutes(r -> r.from(scheme + ":in?size=4&blockWhenFull=true")
                        .process(exchange -> {})
                        .delay(1_000)
                        .to("mock:out"));
                context.start();
                ProducerTemplate template = context.createProducerTemplate();
                for (int i = 0; i < 100; i++) {
                    template.sendBody(scheme + ":in?size=4&blockWhenFull=true", i);
                }
                simulation.time().runUntilIdle();
                assertThat(bodies(context, "out")).hasSize(100).doesNotHaveDuplicates();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Blocking", "Sleeping", "Yielding", "BusySpin"})
    void eachWaitStrategyWaitsWithoutPolling(String strategy) throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("seda:in?waitStrategy=" + strategy).to("mock:out"));
            context.start();
            context.createProducerTemplate().sendBody("seda:in", "a");
            simulation.time().runUntilIdle();
            assertThat(bodies(context, "out")).containsExactly("a");
        }
    }

    @Test
    void requestsOverQueuesGetTheirOwnReplies() throws Exception {
        for (int seed = 1; seed <= 10; seed++) {
            try (Simulation simulation = new Simulation(seed)) {
                RoutingContext context = simulation.context();
                context.addRoutes(r -> {
                    r.from("seda:in?concurrentConsumers=4").to(ExchangePattern.InOut, "seda:double");
                    r.from("seda:double?concurrentConsumers=2").process(e -> e.setBody(e.getBody(Integer.class) * 2));
                });
                context.start();
                ProducerTemplate template = context.createProducerTemplate();
                for (int i = 0; i < 20; i++) {
                    assertThat(template.requestBody("seda:in", i)).isEqualTo(2 * i);
                }
            }
        }
    }

    @Test
    void parallelPartsRunInASeededOrder() throws Exception {
        Set<List<Object>> orders = new HashSet<>();
        for (int seed = 1; seed <= 10; seed++) {
            orders.add(parts(seed));
            assertThat(parts(seed)).isEqualTo(parts(seed));
        }
        assertThat(orders).hasSizeGreaterThan(3);
    }

    private static List<Object> parts(long seed) throws Exception {
        try (Simulation simulation = new Simulation(seed)) {
            RoutingContext context = simulation.context();
            context.addRoutes(
                    r -> r.from("direct:in").split(body()).parallelProcessing().to("mock:part"));
            context.start();
            context.createProducerTemplate()
                    .sendBody("direct:in", IntStream.range(0, 8).boxed().toList());
            return bodies(context, "part");
        }
    }

    // ---- deadlocks

    @Test
    void aDeadlockIsSeenAtOnceAndSaysWhoWaits() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("seda:in?size=1").autoStartup(false).to("mock:out"));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody("seda:in?size=1", "a");
            assertThatThrownBy(() -> template.sendBody("seda:in?size=1&blockWhenFull=true", "b"))
                    .rootCause()
                    .isInstanceOf(SimulatedDeadlockError.class)
                    .hasMessageContaining("no time-out is due")
                    .hasMessageContaining("BlockedSender");
        }
    }

    @Test
    void aThreadThatNobodyWillWakeIsReportedWhenTheRestIsIdle() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> {
                r.from("seda:in").to("seda:full?size=1&blockWhenFull=true");
                r.from("seda:full?size=1").routeId("off").autoStartup(false).to("mock:out");
            });
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody("seda:in", "a");
            template.sendBody("seda:in", "b");
            assertThatThrownBy(() -> simulation.time().runUntilIdle())
                    .isInstanceOf(SimulatedDeadlockError.class)
                    .hasMessageContaining("BlockedSender")
                    .hasMessageContaining("without a time limit");
            context.getRouteController().startRoute("off");
            simulation.time().runUntilIdle();
            assertThat(bodies(context, "out")).containsExactly("a", "b");
        }
    }

    @Test
    void aThreadIsInterruptedWhileItWaits() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            Thread[] taker = new Thread[1];
            context.addRoutes(r -> r.from("seda:in")
                    .process(exchange -> taker[0] = Thread.currentThread())
                    .to("seda:full?size=1&blockWhenFull=true"));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody("seda:full?size=1", "first");
            template.sendBody("seda:in", "a");
            simulation.time().runDue();
            taker[0].interrupt();
            simulation.time().runUntilIdle();
            assertThat(context.stats().failed()).isOne();
        }
    }

    // ---- beside it

    @Test
    void otherThreadsAreNotSimulated() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            Exchange[] seen = new Exchange[1];
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("seda:in").process(exchange -> seen[0] = exchange));
            context.start();
            Thread other = new Thread(() -> context.createProducerTemplate().sendBody("seda:in", "a"));
            other.start();
            other.join(); // the test's thread waits outside, so the consumer runs
            while (seen[0] == null) {
                simulation.time().runDue();
                LockSupport.parkNanos(1_000);
            }
            assertThat(simulation.time().elapsed()).isZero();
        }
    }

    @Test
    void aSimulationEndsItsThreads() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> {
                r.from("timer:often?period=1000").to("seda:in");
                r.from("seda:in?concurrentConsumers=3")
                        .delay(10)
                        .threads(2)
                        .process(exchange -> threads.add(Thread.currentThread()))
                        .to("seda:full?size=1&blockWhenFull=true");
            });
            context.start();
            simulation.time().advance(Duration.ofMinutes(1));
            Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each.getName().startsWith(context.getName() + "-"))
                    .forEach(threads::add);
        }
        assertThat(threads).hasSizeGreaterThan(5);
        for (Thread each : threads) {
            each.join(60_000);
            assertThat(each.isAlive()).as(each.getName()).isFalse();
        }
    }

    @Test
    void oneSimulationAThread() {
        try (Simulation simulation = new Simulation(1)) {
            assertThatThrownBy(() -> new Simulation(2))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("close it");
            assertThat(simulation.seed()).isEqualTo(1);
        }
        new Simulation(3).close();
    }
}
