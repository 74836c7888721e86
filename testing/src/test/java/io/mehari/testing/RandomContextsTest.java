package io.mehari.testing;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.testing.SimulatedTimeTest.bodies;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Contexts that the seed makes up: routes over all kinds of queues, with steps that wait, fail, split and change
 * threads, one of which is suspended for a while. Then the laws are judged. Run more of them with {@code
 * -Dmehari.seeds=10000 -Dtest=RandomContextsTest}.
 */
@ExtendWith(SimulationExtension.class)
class RandomContextsTest {
    private static final int MESSAGES = 30;

    @SimulationTest(seeds = 100)
    void eachMessageArrivesOnceOrIsReported(
            Simulation simulation, RoutingContext context, ProducerTemplate template, Chaos chaos) throws Exception {
        SplittableRandom random = new SplittableRandom(simulation.seed());
        int routes = 2 + random.nextInt(5);
        List<String> queues = new ArrayList<>();
        for (int i = 0; i < routes; i++) {
            queues.add(queue(random, i));
        }
        int onlyRoute = random.nextInt(routes);
        context.addRoutes(r -> {
            r.errorHandler(deadLetterChannel("mock:dead").maximumRedeliveries(random.nextInt(3)));
            for (int i = 0; i < routes; i++) {
                describe(r, random, queues, i);
            }
        });
        context.start();
        chaos.at("unsteady").fails(5, 5 + random.nextInt(4));
        chaos.suspends(context, "route-" + onlyRoute, 60, Duration.ofMillis(1 + random.nextInt(5_000)));

        for (int i = 0; i < MESSAGES; i++) {
            template.sendBody(queues.get(0), i);
        }
        if (random.nextBoolean()) {
            simulation.time().runUntilIdle();
        } else {
            simulation.time().advance(Duration.ofSeconds(6)); // the suspended route has been resumed
        }
        Duration before = simulation.time().elapsed();
        context.stop();
        judge(context, Duration.ofNanos(simulation.time().elapsed().toNanos() - before.toNanos()));
    }

    /** Q1 and S1: each message once; R6: a stop within its limit; counts back to zero. */
    private static void judge(RoutingContext context, Duration stop) {
        List<Object> arrived = new ArrayList<>(bodies(context, "out"));
        arrived.addAll(bodies(context, "dead"));
        assertThat(arrived).hasSize(MESSAGES).doesNotHaveDuplicates();
        RouteStats stats = context.stats();
        assertThat(stats.inflight()).isZero();
        assertThat(stats.pending()).isZero();
        assertThat(stop).isLessThan(Duration.ofSeconds(45));
    }

    private static String queue(SplittableRandom random, int number) {
        String scheme = random.nextInt(3) == 0 ? "disruptor" : "seda";
        int size = 1 << (1 + random.nextInt(4));
        return scheme + ":q" + number + "?size=" + size + "&blockWhenFull=true&concurrentConsumers="
                + (1 + random.nextInt(3));
    }

    private static void describe(RouteBuilder r, SplittableRandom random, List<String> queues, int number) {
        RouteDefinition route = r.from(queues.get(number));
        route.routeId("route-" + number);
        switch (random.nextInt(6)) {
            case 0 -> route.delay(1 + random.nextInt(500));
            case 1 -> route.throttle(1 + random.nextInt(10)).timePeriodMillis(100);
            case 2 -> route.threads(1 + random.nextInt(3));
            case 3 -> route.filter(exchange -> true).delay(exchange -> exchange.getBody(Integer.class) % 7L);
            default -> route.process(exchange -> {});
        }
        if (number == 0) {
            route.process(exchange -> {}).id("unsteady");
        }
        route.to(number + 1 < queues.size() ? queues.get(number + 1) : "mock:out");
    }
}
