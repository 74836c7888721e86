package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.report.BadOption;
import io.mehari.report.CommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentTest {
    private static final Path EXPERIMENTS = Path.of("experiments");

    private static Request request(String... words) throws IOException {
        return Request.of(CommandLine.withWords(Request.FLAGS, Request.VALUES, words), EXPERIMENTS);
    }

    @Test
    void everyExperimentSaysWhatAReaderNeedsAndItsFilesAreThere() throws IOException {
        List<Experiment> all = Experiment.all(EXPERIMENTS);
        assertThat(all)
                .extracting(Experiment::id)
                .contains(
                        "camel:exchange",
                        "camel:exchange-headers",
                        "camel:headers",
                        "camel:internal-processors",
                        "camel:queue",
                        "camel:seda",
                        "camel:unit-of-work",
                        "camel:versions",
                        "spring:logging",
                        "spring:queue-channel",
                        "yours");
        for (Experiment each : all) {
            for (String name : List.of("title", "framework", "workload", "seam", "expect", "obstacles")) {
                assertThat(each.text(name)).as(each.id() + ", " + name).isNotEmpty();
            }
            for (String name : List.of("workload", "part", "maps", "agent", "routes.workload")) {
                assertThat(each.paths(name)).as(each.id() + ", " + name).allMatch(Files::exists);
            }
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> request("run", "camel:header"))
                .isInstanceOf(BadOption.class)
                .hasMessageContaining("did you mean camel:headers?");
    }

    @Test
    void twoVersionsNeedNoExperiment() throws IOException {
        Request request = request("run", "--before", "camel:4.22.0", "--after", "camel:4.20.0");
        assertThat(request.experiment().id()).isEqualTo("camel:versions");
        assertThat(request.before()).isEqualTo("camel:4.22.0");
        assertThat(request.after()).isEqualTo("camel:4.20.0");
        assertThat(request.command()).contains("--before camel:4.22.0").contains("--after camel:4.20.0");
    }

    @Test
    void anotherVersionOfTheFrameworkIsOnBothSides() throws IOException {
        Request request = request("run", "camel:headers", "--before", "camel:4.20.0");
        assertThat(request.after()).isEqualTo("camel:4.20.0");
    }

    @Test
    void withoutAChangeBothSidesAreTheFrameworkAsItIs() throws IOException {
        Request request = request("run", "spring:logging", "--no-change", "--rounds=3", "--seconds=2");
        assertThat(request.afterJvm()).isEqualTo(request.beforeJvm()).isEmpty();
        assertThat(request.command()).isEqualTo("./lab run spring:logging --no-change --rounds 3 --seconds 2 --seed 1");

        Request versions = request("run", "camel:versions", "--no-change", "--before-jvm", "-Da=b");
        assertThat(versions.after()).isEqualTo(versions.before());
        assertThat(versions.afterJvm()).containsExactly("-Da=b");
        assertThat(versions.change()).isEqualTo("camel:versions --no-change --before-jvm '-Da=b'");
    }

    @Test
    void aChangeAndNoChangeContradictEachOther() {
        for (String each : List.of("--after=camel:4.20.0", "--after-jvm=-Da=b", "--part=his.jar")) {
            assertThatThrownBy(() -> request("run", "camel:headers", "--no-change", each))
                    .isInstanceOf(BadOption.class)
                    .hasMessageEndingWith("leave out " + each.replaceFirst("=.*", ""));
        }
    }

    @Test
    void theCommandAsksForTheSameAgain() throws IOException {
        Request request = request(
                "run",
                "camel:headers",
                "--before=camel:4.20.0",
                "--after-jvm=-Xint -Da=b",
                "--rounds=3",
                "--experiments=mine",
                "--seconds=2");
        assertThat(request.command())
                .isEqualTo(
                        "./lab run camel:headers --before camel:4.20.0 --after camel:4.20.0 --after-jvm '-Xint -Da=b'"
                                + " --experiments mine --rounds 3 --seconds 2 --seed 1");
    }

    @Test
    void aPomAsksForTheVersionUnlessTheNameHasOne() {
        assertThat(Frameworks.pom("a:b c:d:2", "1"))
                .contains("<artifactId>b</artifactId><version>1<")
                .contains("<artifactId>d</artifactId><version>2<");
    }
}
