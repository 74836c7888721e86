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
 * Who does scenarios: a library in one release and one setting. Another one is a line in {@link #ALL}, a {@link
 * Subject} in a package of its own, the library as a dependency of scope {@code provided} here, and a module of {@code
 * benchmarks/peers} that copies its jars.
 *
 * @param id its name on a command line and in results
 * @param jars the folder of its jars among those of the peers; null when it needs none
 * @param leftOut why it does not do a variation; an empty sentence when it does
 * @param maker makes a subject that is used once, in a JVM that has the jars
 */
public record Contender(
        String id, @Nullable String jars, Function<Variation, String> leftOut, Supplier<Subject> maker) {
    /*
     * Each maker is a lambda of its own: the class it makes is linked when it is called, in a JVM that has the jars,
     * and in no other.
     */

    /** All there are, in the order of tables. */
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

    /** The contender of that id; an unknown one is refused with the nearest and with all ids. */
    public static Contender of(String id) {
        return CommandLine.named("subject", id, ALL, Contender::id);
    }

    /** Whether it has what that variation needs. */
    public boolean does(Variation variation) {
        return whyNot(variation).isEmpty();
    }

    /** Why it does not do that variation, in one sentence; an empty one when it does. */
    public String whyNot(Variation variation) {
        return leftOut.apply(variation);
    }
}
