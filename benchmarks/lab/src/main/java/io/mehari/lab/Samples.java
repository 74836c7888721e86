package io.mehari.lab;

import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the forks measured: for each operation and role one time and one number of bytes of each fork. */
final class Samples {
    private final Map<String, Map<Role, Operation>> operations = new LinkedHashMap<>();

    /** Of one operation in one role. */
    static final class Operation {
        final List<Double> nanos = new ArrayList<>();
        final List<Double> bytes = new ArrayList<>();
        boolean steady = true;
    }

    /** Adds the lines of one fork. */
    void add(Role role, List<Fields> lines) {
        for (Fields line : lines) {
            if (line.kind().equals("operation")) {
                Operation operation = of(line.text("name"), role);
                operation.nanos.add(line.number("nanos"));
                operation.bytes.add(line.number("bytes"));
                operation.steady &= line.truth("steady");
            }
        }
    }

    private Operation of(String name, Role role) {
        return operations
                .computeIfAbsent(name, each -> new EnumMap<>(Role.class))
                .computeIfAbsent(role, each -> new Operation());
    }

    /** What is known of each operation that was measured in all roles, in their order. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        operations.forEach((name, roles) -> {
            if (roles.size() == Role.values().length) {
                findings.add(Finding.of(name, roles));
            }
        });
        return findings;
    }

    /** The samples themselves. */
    Map<String, Map<Role, Operation>> all() {
        return operations;
    }
}
