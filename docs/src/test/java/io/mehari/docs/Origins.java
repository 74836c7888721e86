package io.mehari.docs;

import io.mehari.report.Result;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What stands above figures: the machine, the JDKs and the commands. */
final class Origins {
    private Origins() {}

    static List<String> of(Figures figures, List<String> files) {
        Set<String> jdks = new LinkedHashSet<>();
        List<String> commands = new ArrayList<>();
        for (String file : files) {
            Result result = figures.of(file);
            result.jdks().forEach(jdk -> jdks.add(jdk.version()));
            for (String command : result.command().split(" && ", -1)) {
                commands.add("    " + command);
            }
        }
        var machine = figures.of(files.get(0)).machine();
        List<String> lines = new ArrayList<>();
        lines.add(figures.age() + ", " + machine.cpu() + " (" + machine.cores() + " cores), " + machine.os() + ", "
                + machine.memory() + "; JDK " + String.join(" and ", jdks) + ":");
        lines.add("");
        lines.addAll(commands);
        return lines;
    }
}
