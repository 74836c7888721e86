package io.mehari.scenarios;

import io.mehari.scenarios.camel.CamelSubject;
import io.mehari.scenarios.mehari.MehariSubject;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who does scenarios: a library in one release and one setting. Another one is a line in {@link #ALL}, a {@link Subject} in a
 * package of its own, the library as a dependency of scope {@code provided} here, and a module of {@code benchmarks/peers}
 * that copies its jars.
 *
 * @param id its name on a command line and in results
 * @param jars the folder of its jars among those of the peers; null when it needs none
 * @param scenarios those for which it has what is needed
 * @param maker makes a subject that is used once, in a JVM that has the jars
 */
public record Contender(String id, @Nullable String jars, Set<Scenario> scenarios, Supplier<Subject> maker) {
    /*
     * Each maker is a lambda of its own: the class it makes is linked when it is called, in a JVM that has the jars, and in
     * no other.
     */
    private static final Set<Scenario> ALL_SCENARIOS = EnumSet.allOf(Scenario.class);

    /** There is no camel-disruptor of these releases. */
    private static final Set<Scenario> ALL_BUT_DISRUPTOR = EnumSet.complementOf(EnumSet.of(Scenario.DISRUPTOR));

    /** All there are, in the order of tables. */
    public static final List<Contender> ALL = List.of(
            new Contender("mehari", null, ALL_SCENARIOS, () -> new MehariSubject(false)),
            new Contender("mehari-pooled", null, ALL_SCENARIOS, () -> new MehariSubject(true)),
            new Contender("camel-4.20.0", "camel-4.20.0", ALL_BUT_DISRUPTOR, () -> new CamelSubject(false)),
            new Contender("camel-4.22.0", "camel-4.22.0", ALL_BUT_DISRUPTOR, () -> new CamelSubject(false)),
            new Contender("camel-4.22.0-pooled", "camel-4.22.0", ALL_BUT_DISRUPTOR, () -> new CamelSubject(true)));

    /** The contender of that id; an unknown one is refused with all that are known. */
    public static Contender of(String id) {
        for (Contender each : ALL) {
            if (each.id.equals(id)) {
                return each;
            }
        }
        throw new IllegalArgumentException("There is no subject '" + id + "': known are "
                + ALL.stream().map(Contender::id).collect(Collectors.joining(", ")));
    }

    /** Whether it has what that scenario needs. */
    public boolean does(Scenario scenario) {
        return scenarios.contains(scenario);
    }
}
