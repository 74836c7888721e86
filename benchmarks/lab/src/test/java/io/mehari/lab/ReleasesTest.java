package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.engine.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What history, bisect, who and gate say of figures that were measured. */
class ReleasesTest {
    private static Fields site(String type, String at, int line, double bytes) {
        return new Fields("site")
                .number("objects", 1)
                .number("bytes", bytes)
                .text("type", type)
                .text("at", at)
                .text("line", "line " + line)
                .text("from", "");
    }

    @Test
    void theFirstReleaseOfEachMinorVersionIsMeasured() {
        List<String> all = List.of("4.8.1", "4.9.0", "4.9.1", "4.10.0", "4.10.3", "4.11.0");
        Set<String> sorted = new TreeSet<>(Frameworks::compare);
        sorted.addAll(all);
        assertThat(Frameworks.chosen(sorted, "4.8", "")).containsExactly("4.8.1", "4.9.0", "4.10.0", "4.11.0");
        assertThat(Frameworks.chosen(all, "4.9.0", "4.10")).containsExactly("4.9.0", "4.10.0");
        assertThat(Frameworks.chosen(all, "4.9.1", "4.10.3")).containsExactly("4.9.1", "4.10.0", "4.10.3");
        assertThat(Frameworks.chosen(sorted, "4.9", "4.11")).containsExactly("4.9.0", "4.10.0", "4.11.0");
        assertThat(Frameworks.pom("a:b c:d:2", "1")).contains("b</artifactId><version>1<", "d</artifactId><version>2<");
        assertThat(Frameworks.compare("4.9.0", "4.10.0")).isNegative();
    }

    @Test
    void aPlaceIsAMethodWhoseLineMayMove() {
        List<Fields> before = List.of(site("Box", "A.put", 7, 16), site("Deque", "B.push", 3, 40));
        List<Fields> after = List.of(site("Box", "A.put", 9, 16), site("Stream", "C.text", 5, 96));
        assertThat(Sites.byPlace(before, after, Map.of()))
                .containsExactly(
                        "+96 B: `C.text`, line 5: Stream, none before, 1 of 96 B after",
                        "-40 B: `B.push`, line 3: Deque, 1 of 40 B before, none after");
        assertThat(Sites.byPlace(before, List.of(), Map.of()))
                .containsExactly("the recorder has lost events: run it again");
    }

    @Test
    void aPlaceSaysWhichReleaseBroughtMostOfIt() {
        List<Fields> none = List.of(site("Box", "A.put", 7, 16));
        List<Fields> some = List.of(none.get(0), site("Stream", "C.text", 5, 8));
        List<Fields> most = List.of(none.get(0), site("Stream", "C.text", 5, 96));
        Map<String, List<Fields>> releases = new LinkedHashMap<>();
        releases.put("4.12.0", some);
        releases.put("4.13.0", most);
        releases.put("4.14.0", most);
        assertThat(Sites.byPlace(none, most, releases))
                .containsExactly("+96 B since 4.13.0: `C.text`, line 5: Stream, none before, 1 of 96 B after");
    }

    @Test
    void aRunKeepsItsCommandLineAndItsBytes(@TempDir Path folder) throws IOException {
        Map<String, List<Double>> sides = new LinkedHashMap<>();
        sides.put("4.12.0", List.of(1572.0, 1576.0));
        sides.put("4.13.0", List.of(2000.0, 2000.0));
        sides.put("4.14.0", List.of(2000.0, 2001.0));
        Made made = new Made(List.of("history", "camel", "--from", "4.12"), Map.of("direct, 5 headers", sides));
        made.write(folder);
        assertThat(Made.read(folder)).isEqualTo(made);
        assertThat(made.steps("direct, 5 headers")).containsOnlyKeys("4.12.0", "4.13.0");
        assertThatThrownBy(() -> Made.read(folder.resolve("else")))
                .hasMessageContaining("is no folder of a run, a history or a gate");
    }

    @Test
    void aFewJvmsDifferIfTheGapIsWiderThanEachRange() {
        assertThat(Finding.gap(List.of(600.0), List.of(616.0), 0)).isEqualTo(16);
        assertThat(Finding.gap(List.of(600.0), List.of(601.0), 0))
                .as("rounding")
                .isZero();
        assertThat(Finding.gap(List.of(1960.0, 1984.0), List.of(1990.0, 2000.0), 0))
                .isZero();
        assertThat(History.range(List.of(900.0, 944.2, 900.0))).isEqualTo("900 to 944");
        assertThat(Finding.gap(List.of(1920.0), List.of(1881.0), 0.05)).isZero();
        assertThat(Finding.gap(List.of(1920.0), List.of(1600.0), 0.05)).isEqualTo(-320);
        assertThat(Finding.gap(Collections.nCopies(10, 600.0), Collections.nCopies(10, 602.0), 0))
                .isEqualTo(2);
    }

    @Test
    void aBuildNamesTheJarsThatDifferAndTheCommitOfAManifest(@TempDir Path folder) throws IOException {
        Path same = Files.createDirectories(folder.resolve("classes"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("SCM-Revision"), "40e475c6");
        Path head = folder.resolve("core-1.1-SNAPSHOT.jar");
        new JarOutputStream(Files.newOutputStream(head), manifest).close();
        assertThat(Build.of(List.of(head, same)))
                .asString()
                .startsWith("2 jars, SHA-256 ")
                .endsWith(", commit 40e475c6");
        Build old = Build.of(List.of(same));
        assertThat(Build.of(List.of(head, same)).differsFrom(old)).startsWith("1 differs: core ");
        assertThat(Build.of(List.of(same)).differsFrom(old)).contains("the same build was measured twice");
    }

    @Test
    void aCommentIsAlsoInTheMarkupOfJira() {
        assertThat(Gate.jira("**more** in `a`\n\n| row | B |\n|-----|--:|\n| new | 600 |\n"))
                .isEqualTo("*more* in {{a}}\n\n|| row || B ||\n| new | 600 |\n");
    }
}
