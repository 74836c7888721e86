package io.mehari.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs tests of a module, also those that {@code mvn verify} leaves out. */
final class TestRun {
    private TestRun() {}

    /** Whether they pass. The properties are those of the tests, as {@code name=value}. */
    static boolean passes(String module, String tests, String... properties) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q", "-o", "test"));
        command.addAll(List.of("-pl", module, "-am", "-Dspotless.check.skip", "-DexcludedGroups=none"));
        command.addAll(List.of("-Dtest=" + tests, "-Dsurefire.failIfNoSpecifiedTests=false"));
        for (String each : properties) {
            command.add("-D" + each);
        }
        return new ProcessBuilder(command)
                        .directory(
                                Path.of(System.getProperty("mehari.root", ".")).toFile())
                        .inheritIO()
                        .start()
                        .waitFor()
                == 0;
    }
}
