package io.mehari.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The maps can be used alone: a program is compiled and run with their jar, java.base and nothing else. */
class MapsAloneTest {
    private static final int MOST_BYTES = 41_000;
    private static final String JAR = System.getProperty("mehari.collect.jar", "run by: mvn verify");
    private static final String SOURCES = "src/test/alone/";
    private static final String SAID = "text/plain, {Content-Type=text/html}\n100, {0=0}, false";

    @TempDir
    static Path program;

    @BeforeAll
    static void compile() {
        assertThat(Path.of(JAR)).isRegularFile();
        assertThat(run(
                        "javac",
                        "--module-path",
                        JAR,
                        "-Xlint:all",
                        "-Werror",
                        "-d",
                        program.toString(),
                        SOURCES + "module-info.java",
                        SOURCES + "alone/Headers.java"))
                .isEmpty();
    }

    /** What a tool of the JDK prints. */
    private static String run(String tool, String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter to = new PrintWriter(printed);
        ToolProvider.findFirst(tool).orElseThrow().run(to, to, arguments);
        return printed.toString().strip();
    }

    private static String java(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xshare:auto"));
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said.replace("\r", "").strip();
    }

    @Test
    void aProgramOnTheClassPath() throws Exception {
        String classPath = program + File.pathSeparator + JAR;
        assertThat(java("--limit-modules", "java.base", "-cp", classPath, "alone.Headers"))
                .isEqualTo(SAID);
    }

    @Test
    void aProgramOnTheModulePath() throws Exception {
        String modulePath = program + File.pathSeparator + JAR;
        assertThat(java("--limit-modules", "io.mehari.collect", "-p", modulePath, "-m", "alone/alone.Headers"))
                .isEqualTo(SAID);
    }

    @Test
    void theClassesNeedJavaBaseAlone() {
        assertThat(run("jdeps", "--print-module-deps", JAR)).isEqualTo("java.base");
    }

    @Test
    void theModuleRequiresJavaBaseAloneAndKeepsTheStorageToItself() {
        ModuleDescriptor module = ModuleFinder.of(Path.of(JAR))
                .find("io.mehari.collect")
                .orElseThrow()
                .descriptor();
        assertThat(module.requires())
                .filteredOn(each -> !each.modifiers().contains(Requires.Modifier.STATIC))
                .extracting(Requires::name)
                .containsExactly("java.base");
        assertThat(module.exports())
                .filteredOn(each -> !each.isQualified())
                .extracting(Exports::source)
                .containsExactly("io.mehari.collect");
    }

    @Test
    void ofTheRestOfMehariOnlyAsciiCaseIsInTheJar() throws IOException {
        TreeSet<String> others = new TreeSet<>();
        try (JarFile jar = new JarFile(JAR)) {
            jar.stream()
                    .map(each -> each.getName())
                    .filter(each -> each.endsWith(".class") && !each.startsWith("io/mehari/collect/"))
                    .forEach(others::add);
            assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
            assertThat(jar.getEntry("META-INF/NOTICE")).isNotNull();
        }
        assertThat(others).containsExactly("io/mehari/spi/internal/AsciiCase.class", "module-info.class");
    }

    @Test
    void theJarIsSmall() throws IOException {
        assertThat(Files.size(Path.of(JAR))).isLessThan(MOST_BYTES);
    }
}
