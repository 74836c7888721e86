package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;

/** The program on the page about Kotlin, as the page shows it. */
class KotlinTest {

    @Test
    @EnabledForJreRange(maxVersion = 24) // the compiler takes seconds, and does not depend on the JDK
    void theProgramOnThePagePrintsWhatThePageSays(@TempDir Path folder) throws Exception {
        Page page = new Page(Samples.root().resolve("docs/guide/kotlin.md"));
        Path source = Files.writeString(folder.resolve("Orders.kt"), page.block("Orders.kt"));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ExitCode code = new K2JVMCompiler()
                .exec(
                        new PrintStream(said, true, StandardCharsets.UTF_8),
                        "-no-stdlib",
                        "-Werror",
                        "-jvm-target",
                        "17",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.OK);

        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            loader.loadClass("orders.OrdersKt").getMethod("main").invoke(null);
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).strip()).isEqualTo(page.block("printed.txt"));
    }
}
