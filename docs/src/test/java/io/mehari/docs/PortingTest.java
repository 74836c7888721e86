package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs for Camel, rewritten by the names on the page about porting, compile and do what they did. */
class PortingTest {

    private static final Path PAGE = Samples.root().resolve("docs/guide/porting.md");

    @Test
    void theProgramOnThePageRunsWhenItsNamesAreRewritten(@TempDir Path folder) throws Exception {
        run("Orders", Samples.shownBy(PAGE, "../src/test/porting/Orders.java"), folder);
    }

    @Test
    void namesThatAreInOtherPackagesAreFoundToo(@TempDir Path folder) throws Exception {
        run("Names", Files.readString(Path.of("src/test/porting/Names.java")), folder);
    }

    private static void run(String name, String forCamel, Path folder) throws Exception {
        String program = forCamel;
        for (String line : new Page(PAGE).block("names.sed").lines().toList()) {
            String[] parts = line.split("/", -1); // s/what/with/, s/what/with/g or /what/d
            if (parts[0].isEmpty()) {
                String whole = parts[1].startsWith("^") ? parts[1] : "^.*" + parts[1];
                program = program.replaceAll("(?m)" + whole + ".*\\R", "");
            } else {
                program = program.replaceAll(parts[1], parts[2].replaceAll("\\\\([0-9])", "\\$$1"));
            }
        }
        assertThat(program).doesNotContain("apache", "CamelContext");
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, program);
        compile(source);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw new AssertionError("the rewritten program failed", e.getCause());
        }
    }

    private static void compile(Path source) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("-classpath", System.getProperty("java.class.path"), "-proc:none");
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean right = compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(right).as(said.toString()).isTrue();
        }
    }
}
