package io.mehari.subjects;

import com.lmax.disruptor.BlockingWaitStrategy;
import io.mehari.component.queue.RingBlockingQueue;
import io.mehari.engine.Names;
import io.mehari.subjects.raw.DisruptorSubject;
import io.mehari.subjects.raw.FloorSubject;
import io.mehari.subjects.raw.JctoolsSubject;
import io.mehari.subjects.raw.PolledSubject;
import io.mehari.subjects.spring.SpringSubject;
import io.mehari.subjects.vertx.VertxSubject;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A library that runs scenarios, in one release and one configuration. To add another one, add a line in {@link #ALL},
 * a {@link Subject} in its own package, the library as a dependency with scope {@code provided} here, and a module in
 * {@code benchmarks/peers} that copies its jars.
 *
 * @param id its name on a command line and in results
 * @param jars the folder of its jars in the folder of the peers; null if it needs none
 * @param scenarios those that it has
 * @param maker creates a subject for one use, in a JVM that has the jars
 */
public record Contender(String id, @Nullable String jars, Predicate<Scenario> scenarios, Supplier<Subject> maker) {
    /*
     * Each maker is a separate lambda, so its class is linked only when the lambda is called, in a JVM that has the
     * jars.
     */

    /** The id of the least that a scenario can cost. */
    public static final String FLOOR = "floor";

    /** Mehari and Camel in one JVM. It has benchmarks of its own, and no scenario. */
    public static final String BRIDGE = "mehari-in-camel-4.22.0";

    /** All contenders, in the order of tables. */
    public static final List<Contender> ALL = List.of(
            new Contender("mehari", null, each -> true, () -> new io.mehari.subjects.mehari.Routes(false)),
            new Contender("mehari-pooled", null, each -> true, () -> new io.mehari.subjects.mehari.Routes(true)),
            camel(BRIDGE, "camel-4.22.0", each -> false, false),
            camel("camel-4.20.0", "camel-4.20.0", each -> !each.ring(), false),
            camel("camel-4.22.0", "camel-4.22.0", each -> !each.ring(), false),
            camel("camel-4.22.0-pooled", "camel-4.22.0", each -> !each.ring(), true),
            camel("camel-disruptor-4.17.0", "camel-4.17.0", Scenario::ring, false),
            new Contender(
                    "spring-integration-7.1.2",
                    "spring-integration-7.1.2",
                    Contender::hasNoRingAndFewSteps,
                    () -> new SpringSubject()),
            new Contender("vertx-5.2.3", "vertx-5.2.3", Contender::hasNoRingAndFewSteps, () -> new VertxSubject()),
            queue("array-blocking-queue", () -> new PolledSubject.Blocking(ArrayBlockingQueue::new)),
            queue("linked-blocking-queue", () -> new PolledSubject.Blocking(LinkedBlockingQueue::new)),
            queue("ring-blocking-queue", () -> new PolledSubject.Blocking(RingBlockingQueue::new)),
            queue("raw-jctools", () -> new JctoolsSubject()),
            ring("raw-disruptor", () -> new DisruptorSubject(new DisruptorSubject.Parking())),
            ring("raw-disruptor-blocking", () -> new DisruptorSubject(new BlockingWaitStrategy())),
            new Contender("floor", null, each -> !each.task().hasQueue() && fewSteps(each), () -> new FloorSubject()));

    /** The ids of all. */
    public static final List<String> IDS = ALL.stream().map(Contender::id).toList();

    private static Contender camel(String id, String jars, Predicate<Scenario> scenarios, boolean pooled) {
        return new Contender(id, jars, scenarios, () -> new io.mehari.subjects.camel.Routes(pooled));
    }

    private static Contender queue(String id, Supplier<Subject> maker) {
        return new Contender(id, null, each -> each.task().hasQueue() && !each.ring(), maker);
    }

    private static Contender ring(String id, Supplier<Subject> maker) {
        return new Contender(id, null, Scenario::ring, maker);
    }

    private static boolean hasNoRingAndFewSteps(Scenario scenario) {
        return !scenario.ring() && fewSteps(scenario);
    }

    /** Routes of ten steps are written for Mehari and Camel alone. */
    private static boolean fewSteps(Scenario scenario) {
        return scenario.task() != Task.TEN_STEPS && scenario.task() != Task.FIFTY_ROUTES;
    }

    /** The contender with that id. The message for an unknown id has the nearest id and all ids. */
    public static Contender of(String id) {
        return Names.find("subject", id, ALL, Contender::id);
    }

    /** Whether it runs that scenario. */
    public boolean does(Scenario scenario) {
        return scenarios.test(scenario);
    }
}
