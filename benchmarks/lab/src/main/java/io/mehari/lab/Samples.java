package io.mehari.lab;

import io.mehari.lab.fork.Meter;
import io.mehari.report.Gauge;
import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurements of the forks: for each operation, role and fork one time and one number of bytes. An operation on
 * several threads also has times for the states in which the processors were.
 */
final class Samples {
    private final Map<String, Map<Role, Operation>> operations = new LinkedHashMap<>();

    /** The samples of one operation in one role. */
    static final class Operation {
        final List<Double> nanos = new ArrayList<>();
        final List<Double> bytes = new ArrayList<>();
        final Map<Gauge.State, List<Double>> nanosInState = new EnumMap<>(Gauge.State.class);
        boolean steady = true;
        boolean manyThreads;

        /** The times in a state; in a mixed state, all times. */
        List<Double> nanos(Gauge.State state) {
            return state == Gauge.State.MIXED ? nanos : nanosInState.getOrDefault(state, List.of());
        }

        private void add(Fields line) {
            nanos.add(line.number("nanos"));
            bytes.add(line.number("bytes"));
            steady &= line.truth("steady");
            manyThreads |= line.has(Meter.MANY_THREADS);
            for (Gauge.State each : Gauge.State.values()) {
                if (line.has(Meter.NANOS_IN + each)) {
                    nanosInState
                            .computeIfAbsent(each, state -> new ArrayList<>())
                            .add(line.number(Meter.NANOS_IN + each));
                }
            }
        }
    }

    /** Adds the lines of one fork. */
    void add(Role role, List<Fields> lines) {
        for (Fields line : lines) {
            if (line.kind().equals("operation")) {
                of(line.text("name"), role).add(line);
            }
        }
    }

    private Operation of(String name, Role role) {
        return operations
                .computeIfAbsent(name, each -> new EnumMap<>(Role.class))
                .computeIfAbsent(role, each -> new Operation());
    }

    /** The findings for the operations that were measured in all roles, in their order. */
    List<Finding> findings() {
        Map<String, Map<Role, Operation>> whole = new LinkedHashMap<>(operations);
        whole.values().removeIf(roles -> roles.size() < Role.values().length);
        List<Finding> findings = new ArrayList<>();
        whole.forEach((name, roles) -> findings.add(Finding.of(name, roles, whole.size())));
        return findings;
    }

    /** All samples, by operation and role. */
    Map<String, Map<Role, Operation>> all() {
        return operations;
    }
}
