package io.mehari.lab;

import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measurements of the forks: for each operation, role and fork one time and one number of bytes. */
final class Samples {
    private final Map<String, Map<Role, Operation>> operations = new LinkedHashMap<>();

    /** The samples of one operation in one role. */
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

    /** The findings for the operations that were measured in all roles, in their order. */
    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        operations.forEach((name, roles) -> {
            if (roles.size() == Role.values().length) {
                findings.add(Finding.of(name, roles));
            }
        });
        return findings;
    }

    /** All samples, by operation and role. */
    Map<String, Map<Role, Operation>> all() {
        return operations;
    }
}
