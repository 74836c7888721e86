package io.mehari.docs;

import io.mehari.report.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What stands above figures: the machine, the JDKs and the commands. */
final class Origins {
    private Origins() {}

    /** A paragraph for all files of one commit and machine. */
    static List<String> of(Figures figures, List<String> files) {
        Map<String, Set<String>> jdks = new LinkedHashMap<>();
        Map<String, Set<String>> commands = new LinkedHashMap<>();
        for (String file : files) {
            Result result = figures.of(file);
            var machine = result.machine();
            String of = result.date().toString().substring(0, 10) + ", commit `" + result.commit() + "`, "
                    + machine.cpu() + " (" + machine.cores() + " cores), " + machine.os() + ", " + machine.memory();
            Set<String> versions = jdks.computeIfAbsent(of, none -> new LinkedHashSet<>());
            result.jdks().forEach(jdk -> versions.add(jdk.version()));
            commands.computeIfAbsent(of, none -> new LinkedHashSet<>())
                    .addAll(List.of(result.command().split(" && ", -1)));
        }
        List<String> lines = new ArrayList<>();
        commands.forEach((of, all) -> {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(of + "; JDK " + String.join(" and ", jdks.get(of)) + ":");
            lines.add("");
            all.forEach(command -> lines.add("    " + command));
        });
        return lines;
    }
}
