package io.mehari.porting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./porting}: what it says about sources for Camel, and what it makes of them. */
class PortingTest {
    private static final Path ROOT = Path.of("..");
    private static final Path SOURCES = Path.of("src/test/porting");

    @TempDir
    private Path folder;

    // ---- check

    @Test
    void itListsWhatStopsWhatDiffersAndWhatStays() throws Exception {
        Path expected = SOURCES.resolve("shop.txt");
        String said = said(1, SOURCES.resolve("shop").toString());
        if (Boolean.getBoolean("mehari.docs.write")) {
            Files.writeString(expected, said);
        }
        assertThat(said).isEqualTo(Files.readString(expected));
    }

    @Test
    void thePageShowsTheReportOfTheseSources() throws Exception {
        List<String> page = Files.readAllLines(ROOT.resolve("docs/guide/porting.md"));
        List<String> verdict = Files.readAllLines(SOURCES.resolve("shop.txt"));
        assertThat(page).containsSequence(verdict.subList(verdict.indexOf("VERDICT"), verdict.size()));
    }

    @Test
    void aRouteThatUsesOnlyWhatMehariHasMovesAsItIs() throws Exception {
        source("A", "from(\"direct:a\").filter(header(\"x\").isNotNull()).to(\"mock:b\").end().to(\"mock:c\");");
        assertThat(said(0, folder.toString())).contains("1 of 1 routes can move as they are");
    }

    @Test
    void aHeaderOfCamelMayStayBesideItsComponentsAndAPropertyMayNot() throws Exception {
        source(
                "A",
                "from(\"direct:a\").setHeader(\"CamelFileName\", simple(\"${date:header.CamelX:yyyy}\"))"
                        + ".setBody(exchangeProperty(\"CamelSplitIndex\"));");
        String mays = "; as it is, if a component of Camel uses it, with `mehari-components-camel`";
        assertThat(said(1, folder.toString()))
                .contains("\"CamelFileName\": `Mehari...`; use the constants of `Exchange`" + mays)
                .contains("\"CamelSplitIndex\": `Mehari...`; use the constants of `Exchange`\n")
                .doesNotContain("\"CamelSplitIndex\": `Mehari...`; use the constants of `Exchange`" + mays);
    }

    /** What the parameter of a lambda is, is not in the source. */
    @Test
    void methodsOfTheExchangeOfALambdaAreChecked() throws Exception {
        source("A", "from(\"direct:a\").process(e -> e.getOut());");
        assertThat(said(1, folder.toString())).contains("`getOut()` of Exchange: `exchange.getMessage()`");
    }

    @Test
    void aRouteWithAClassThatMustChangeMustChangeItself() throws Exception {
        source("A", "from(\"direct:a\").process(new B());");
        Files.writeString(folder.resolve("B.java"), """
                import org.apache.camel.CamelContextAware;
                class B implements org.apache.camel.Processor, CamelContextAware {}
                """);
        assertThat(said(1, folder.toString())).contains("`B`: this class must change", "  1 can move with");
    }

    @Test
    void whatExtendsASuperclassOfCamelNeedsMehariPorting() throws Exception {
        Files.writeString(folder.resolve("B.java"), """
                import org.apache.camel.support.DefaultProducer;
                abstract class B extends DefaultProducer { B() { super(null); } }
                """);
        assertThat(said(0, folder.toString()))
                .contains(
                        "DEPENDENCIES\n  add io.mehari:mehari-porting, which has classes and options that these lines name\n")
                .contains("B.java:1");
        assertThat(said(0, "--write", "--force", folder.toString()))
                .contains("Add the dependency io.mehari:mehari-porting");
    }

    @Test
    void anOptionOfCamelThatChangesNothingNeedsMehariPorting() throws Exception {
        source("A", "from(\"direct:a?synchronous=true\").to(\"mock:b\");");
        assertThat(said(0, folder.toString()))
                .contains("DEPENDENCIES\n  add io.mehari:mehari-porting")
                .contains("A.java:5");
    }

    @Test
    void textsThatTheCoreDoesNotReadAndBeansNeedMehariSimple() throws Exception {
        source("A", "from(\"direct:a\").log(\"${body} ${header.x} ${exception.message}\").to(\"mock:b\");");
        assertThat(said(0, folder.toString())).doesNotContain("mehari-simple");
        for (String step : List.of(
                "filter(simple(\"${body} == 'x'\"))", "log(\"${body.size}\")", "bean(\"x\")", "to(\"bean:x\")")) {
            source("A", "from(\"direct:a\")." + step + ".to(\"mock:b\");");
            assertThat(said(0, folder.toString()))
                    .as(step)
                    .contains("DEPENDENCIES\n  add io.mehari:mehari-simple")
                    .contains("A.java:5");
        }
        assertThat(said(0, "--write", "--force", folder.toString()))
                .contains("Add the dependency io.mehari:mehari-simple");
    }

    @Test
    void aFolderWithoutCamelIsNoneToPort() throws Exception {
        Files.writeString(folder.resolve("A.java"), "class A { A from(String uri) { return from(\"direct:a\"); } }");
        assertThat(said(2, folder.toString())).contains("No file in", "uses org.apache.camel");
    }

    // ---- the page

    /** Each difference names what to look for, and sources with that are found; or it says that it cannot be seen. */
    @Test
    void eachRowIsFoundInSourcesOrSaysThatItCannotBeSeen() throws Exception {
        Page page = new Page(ROOT);
        Map<String, Page.Row> files = new TreeMap<>();
        int number = 0;
        for (Page.Row row : page.rows()) {
            assertThat(row.triggers().isEmpty())
                    .as(row.what() + ": " + row.lookFor())
                    .isEqualTo(List.of(Page.NOT_SEEN, Page.REFUSED).contains(row.lookFor()));
            for (List<String> trigger : row.triggers()) {
                String name = "Row" + number++;
                source(
                        name,
                        "from(\"direct:in\")"
                                + String.join(
                                        "",
                                        trigger.stream().map(PortingTest::code).toList()) + ";");
                files.put(name, row);
            }
        }
        List<String> said = said(1, "--all", folder.toString()).lines().toList();
        List<String> missed = new ArrayList<>();
        files.forEach((file, row) -> {
            int at = said.indexOf("  " + row.text());
            List<String> below = at < 0 ? List.of() : said.subList(at + 1, said.size());
            if (below.stream().takeWhile(each -> each.startsWith("   ")).noneMatch(each -> each.contains(file + "."))) {
                missed.add(file + ": " + row.what() + ": " + row.lookFor());
            }
        });
        assertThat(missed).isEmpty();
        assertThat(files).hasSizeGreaterThan(100);
    }

    /** A step of a route in which there is what a row says to look for. */
    private static String code(String trigger) {
        return switch (Trigger.kind(trigger)) {
            case METHOD -> "." + trigger;
            case SCHEME -> ".to(\"" + trigger + "x\")";
            case OPTION -> ".to(\"" + (trigger.startsWith(":") ? "seda" : "") + trigger.replace(":", ":x?") + "1\")";
            case TYPE -> ".setBody(constant(" + trigger + (trigger.contains(".") ? "" : ".class") + "))";
            case TEXT -> ".log(\"a" + trigger.substring(1, trigger.length() - 1) + "b\")";
        };
    }

    /** A row about a name is found by it, and no other row stands before it with the same name. */
    @Test
    void eachRowAboutANameIsFoundByThatName() throws Exception {
        Page page = new Page(ROOT);
        List<String> lost = new ArrayList<>();
        for (Page.Name row : page.names()) {
            boolean found = row.codes().stream()
                    .map(code -> code.replaceFirst("^.*\\)\\.(?=\\w+\\()|^new |^@|^\\w+\\.(?=\\w+\\()", ""))
                    .map(code -> code.replaceFirst("[(=].*|\\.\\.\\.$", ""))
                    .anyMatch(name -> Stream.of(page.aboutMethod(name), page.aboutType(name), page.about(name))
                            .anyMatch(each -> each.isPresent() && each.get() == row));
            if (!found) {
                lost.add(row.camel());
            }
        }
        assertThat(lost)
                .as("rows without a name that sources have")
                .containsExactly(
                        "a time as a number of milliseconds",
                        "the properties component",
                        "any other component",
                        "the route runs on the thread that polls",
                        "`transacted=true` covers the received message");
    }

    // ---- write

    @ParameterizedTest
    @ValueSource(strings = {"Orders", "Names"})
    void aProgramForCamelIsRewrittenCompilesAndRuns(String name) throws Exception {
        Path source = Files.copy(SOURCES.resolve(name + ".java"), folder.resolve(name + ".java"));
        List<String> before = Files.readAllLines(source);
        String said = said(0, "--write", "--force", "--all", folder.toString());
        String after = Files.readString(source);
        assertThat(after).doesNotContain("apache", "CamelContext");
        for (int i = 0; i < before.size(); i++) {
            if (!after.contains(before.get(i))) {
                assertThat(said)
                        .contains(name + ".java:" + (i + 1) + ":")
                        .contains("- " + before.get(i).strip());
            }
        }
        run(source);
    }

    @Test
    void whatIsDeletedIsSaid() throws Exception {
        source(
                "A",
                "errorHandler(defaultErrorHandler().logHandled(true));\nfrom(\"direct:a\").synchronous().to(\"mock:b\");");
        assertThat(said(0, "--write", "--force", folder.toString()))
                .contains("A.java:5: deleted .logHandled(true)", "A.java:6: deleted .synchronous()");
    }

    @Test
    void aFileInWhichSomethingStaysIsLeftAndSaid() throws Exception {
        Path file = source("A", "from(\"direct:a\").sort(body());");
        String before = Files.readString(file);
        assertThat(said(2, "--write", "--force", folder.toString())).contains("A.java: left as it is");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    /** Mehari has no such name, so the compiler should say Camel's. */
    @Test
    void whatMehariDoesNotHaveKeepsItsName() throws Exception {
        Path file = source("A", "from(\"direct:a\").to(\"mock:b\");");
        Files.writeString(file, "import org.apache.camel.component.file.GenericFile;\n" + Files.readString(file));
        said(0, "--write", "--force", folder.toString());
        assertThat(Files.readString(file))
                .contains(
                        "import org.apache.camel.component.file.GenericFile;",
                        "import io.mehari.builder.RouteBuilder;");
    }

    @Test
    void packagesOfTheApplicationKeepTheirNames() throws Exception {
        Path file = source("A", "from(\"direct:a\").to(\"mock:b\");");
        Files.writeString(file, "package org.apache.camel.shop;\r\n" + Files.readString(file));
        said(0, "--write", "--force", folder.toString());
        assertThat(Files.readString(file)).startsWith("package org.apache.camel.shop;\r\n");
    }

    @Test
    void aFolderThatGitWouldNotBringBackIsRefused() throws Exception {
        Path file = source("A", "from(\"direct:a\").to(\"mock:b\");");
        String before = Files.readString(file);
        git("init", "-q");
        assertThat(said(2, "--write", folder.toString())).contains("Nothing was written", "not committed", "--force");
        assertThat(Files.readString(file)).isEqualTo(before);
        git("add", ".");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "before");
        assertThat(said(0, "--write", folder.toString())).contains("1 files were rewritten");
        assertThat(Files.readString(file)).isNotEqualTo(before);
    }

    // ---- fixture

    private static String said(int code, String... arguments) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int ended = Porting.run(ROOT, List.of(arguments), out);
        String said = bytes.toString(StandardCharsets.UTF_8);
        assertThat(ended).as(said).isEqualTo(code);
        return said;
    }

    private Path source(String name, String routes) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), """
                import org.apache.camel.*;
                import org.apache.camel.builder.RouteBuilder;
                public class %s extends RouteBuilder {
                    public void configure() {
                %s
                    }
                }
                """.formatted(name, routes));
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private void run(Path source) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("-classpath", System.getProperty("java.class.path"), "-proc:none");
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            boolean right = compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(right).as(said.toString()).isTrue();
        }
        String name = source.getFileName().toString().replace(".java", "");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw new AssertionError("the rewritten program failed", e.getCause());
        }
    }
}
