package io.mehari.docs;

import io.mehari.report.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What stands above figures: the machine, the JDKs, the commands, and those that measure the same today. */
final class Origins {
    private static final String BOTH = " --jdk jdk-25,jdk-17";

    /** By the beginning of a file's name, for files whose command is not understood any more. */
    private static final Map<String, String> TODAY = new LinkedHashMap<>();

    static {
        TODAY.put("create", "create --subjects mehari,camel-4.22.0,floor" + BOTH);
        TODAY.put("copy", "copy --subjects mehari,camel-4.22.0" + BOTH);
        TODAY.put("header", "header --subjects mehari,camel-4.22.0" + BOTH);
        TODAY.put("watching", "watching" + BOTH);
        TODAY.put(
                "throughput-bare",
                "throughput --subjects ring-blocking-queue,raw-jctools,raw-disruptor-blocking,array-blocking-queue,"
                        + "linked-blocking-queue" + BOTH);
        TODAY.put(
                "brokers-kafka-long",
                "brokers --only kafka-jms --records 200000 --rounds 3 --subjects mehari-async-send,mehari-by-key,bare"
                        + " --jdk jdk-25");
        TODAY.put("brokers-service", "brokers --only service --subjects mehari,camel,bare --jdk jdk-25");
    }

    private Origins() {}

    static List<String> of(Figures figures, List<String> files) {
        Set<String> jdks = new LinkedHashSet<>();
        List<String> commands = new ArrayList<>();
        Set<String> today = new LinkedHashSet<>();
        for (String file : files) {
            Result result = figures.of(file);
            result.jdks().forEach(jdk -> jdks.add(jdk.version().replaceAll("-.*", "")));
            for (String command : result.command().split(" && ", -1)) {
                commands.add("    " + command.replaceFirst("^java -cp \\S+ \\S+[.]Compare", "./bench compare"));
            }
            today(file).ifPresent(each -> today.add("    ./bench " + each));
        }
        var machine = figures.of(files.get(0)).machine();
        List<String> lines = new ArrayList<>();
        lines.add(figures.age() + ", " + machine.cpu() + " (" + machine.cores() + " cores), " + machine.os() + ", "
                + machine.memory() + "; JDK " + String.join(" and ", jdks) + ":");
        lines.add("");
        lines.addAll(commands);
        if (!today.isEmpty()) {
            lines.addAll(List.of("", "These are commands of that commit. Today the same is measured by:", ""));
            lines.addAll(today);
        }
        return lines;
    }

    private static Optional<String> today(String file) {
        return TODAY.keySet().stream()
                .filter(each -> file.equals(each) || file.startsWith(each + "-"))
                .findFirst()
                .map(TODAY::get);
    }
}
