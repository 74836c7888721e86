package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import logging.Orders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the program on the page about logging prints with each library, and with the files of the page. */
class LoggingTest {
    private static final String STEP = "packing";
    private static final String START = "context shop has started";
    private static final String FAILURE = "no dates left";
    private static final String ROUTE = "io.mehari.route.orders";
    private static final String CONTEXT = "io.mehari.context";

    @TempDir
    Path folder;

    /** Writes the block of the page by that name to a file, and returns its path. */
    private String file(String name) throws IOException {
        Page page = new Page(Samples.root().resolve("docs/guide/logging.md"));
        return Files.writeString(folder.resolve(name), page.block(name)).toString();
    }

    /** The lines of the program with only Mehari and these jars of {@code target/logging}. */
    private static List<String> run(String jars, String... options) throws Exception {
        List<Path> path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(each ->
                        !each.toString().endsWith(".jar") || each.toString().contains("mehari"))
                .collect(Collectors.toCollection(ArrayList::new));
        if (!jars.isEmpty()) {
            try (Stream<Path> files = Files.list(Path.of("target", "logging", jars))) {
                files.forEach(path::add);
            }
        }
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        command.addAll(
                List.of("-cp", path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        command.add(Orders.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(each -> !each.startsWith("\t"))) // a trace has classes of Mehari
                .noneMatch(each -> each.contains("io.mehari.impl") || each.contains("io.mehari.spi"));
        return said.lines().toList();
    }

    @Test
    void withNothingConfiguredALineNamesItsRouteInTheLineAboveIt() throws Exception {
        List<String> lines = run("");
        assertThat(lines).anyMatch(each -> each.contains(ROUTE)).contains("INFO: " + STEP);
        assertThat(lines).anyMatch(each -> each.startsWith("INFO: ") && each.contains(START));
        assertThat(lines).anyMatch(each -> each.startsWith("WARNING: ") && each.contains("orders"));
        assertThat(lines).anyMatch(each -> each.contains(FAILURE));
    }

    @Test
    void withTheFileOfThePageEachIsOneLine() throws Exception {
        List<String> lines = run("", "-Djava.util.logging.config.file=" + file("logging.properties"));
        assertThat(lines).anyMatch(each -> each.contains("INFO " + ROUTE + " " + STEP));
        assertThat(lines).noneMatch(each -> each.contains(START)); // the file leaves out what is below a warning
        assertThat(lines).anyMatch(each -> each.contains("WARNING " + ROUTE));
    }

    @Test
    void logback() throws Exception {
        List<String> lines = run("logback", "-Dlogback.configurationFile=" + file("logback.xml"));
        assertThat(lines).anyMatch(each -> each.contains("INFO  " + ROUTE + " - " + STEP));
        assertThat(lines).noneMatch(each -> each.contains(START));
        assertThat(lines).anyMatch(each -> each.contains("WARN  " + ROUTE));
        assertThat(run("logback")).anyMatch(each -> each.contains(CONTEXT) && each.contains(START));
    }

    @Test
    void log4j() throws Exception {
        List<String> lines = run("log4j", "-Dlog4j2.configurationFile=" + file("log4j2.xml"));
        assertThat(lines).anyMatch(each -> each.contains("INFO  " + ROUTE + " - " + STEP));
        assertThat(lines).noneMatch(each -> each.contains(START));
        assertThat(lines).anyMatch(each -> each.contains("WARN  " + ROUTE));
        assertThat(run("log4j")).noneMatch(each -> each.contains(STEP) || each.contains(ROUTE)); // as the page warns
    }
}
