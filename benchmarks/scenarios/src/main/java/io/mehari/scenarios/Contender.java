package io.mehari.scenarios;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import io.mehari.report.CommandLine;
import io.mehari.scenarios.camel.CamelSubject;
import io.mehari.scenarios.mehari.MehariSubject;
import io.mehari.scenarios.raw.ArrayBlockingSubject;
import io.mehari.scenarios.raw.DisruptorSubject;
import io.mehari.scenarios.raw.FloorSubject;
import io.mehari.scenarios.raw.JctoolsSubject;
import io.mehari.scenarios.spring.SpringSubject;
import io.mehari.scenarios.vertx.VertxSubject;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A library that runs scenarios, in one release and one configuration. To add another one, add a line in {@link #ALL},
 * a {@link Subject} in its own package, the library as a dependency with scope {@code provided} here, and a module in
 * {@code benchmarks/peers} that copies its jars.
 *
 * @param id its name on a command line and in results
 * @param jars the folder of its jars in the folder of the peers; null if it needs none
 * @param leftOut why it does not run a variation; empty if it does
 * @param maker creates a subject for one use, in a JVM that has the jars
 */
public record Contender(
        String id, @Nullable String jars, Function<Variation, String> leftOut, Supplier<Subject> maker) {
    /*
     * Each maker is a separate lambda, so its class is linked only when the lambda is called, in a JVM that has the
     * jars.
     */

    /** All contenders, in the order of tables. */
    public static final List<Contender> ALL = List.of(
            new Contender("mehari", null, LeftOut::nowhere, () -> new MehariSubject(false)),
            new Contender("mehari-pooled", null, LeftOut::nowhere, () -> new MehariSubject(true)),
            new Contender("camel-4.20.0", "camel-4.20.0", LeftOut::ofCamel, () -> new CamelSubject(false)),
            new Contender("camel-4.22.0", "camel-4.22.0", LeftOut::ofCamel, () -> new CamelSubject(false)),
            new Contender("camel-4.22.0-pooled", "camel-4.22.0", LeftOut::ofCamel, () -> new CamelSubject(true)),
            new Contender(
                    "camel-disruptor-4.17.0", "camel-4.17.0", LeftOut::ofCamelDisruptor, () -> new CamelSubject(false)),
            new Contender(
                    "spring-integration-7.1.0",
                    "spring-integration-7.1.0",
                    LeftOut::ofSpringIntegration,
                    () -> new SpringSubject()),
            new Contender("vertx-5.0.4", "vertx-5.0.4", LeftOut::ofVertx, () -> new VertxSubject()),
            new Contender(
                    "array-blocking-queue", null, LeftOut::ofArrayBlockingQueue, () -> new ArrayBlockingSubject()),
            new Contender("raw-jctools", null, LeftOut::ofJctools, () -> new JctoolsSubject()),
            new Contender(
                    "raw-disruptor",
                    null,
                    LeftOut::ofDisruptor,
                    () -> new DisruptorSubject(new BlockingWaitStrategy())),
            new Contender(
                    "raw-disruptor-sleeping",
                    null,
                    LeftOut::ofDisruptor,
                    () -> new DisruptorSubject(new SleepingWaitStrategy())),
            new Contender("floor", null, LeftOut::ofFloor, () -> new FloorSubject()));

    /** The contender with that id. The message for an unknown id has the nearest id and all ids. */
    public static Contender of(String id) {
        return CommandLine.named("subject", id, ALL, Contender::id);
    }

    /** Whether it can run that variation. */
    public boolean does(Variation variation) {
        return whyNot(variation).isEmpty();
    }

    /** Why it does not run that variation, in one sentence; empty if it does. */
    public String whyNot(Variation variation) {
        return leftOut.apply(variation);
    }
}
