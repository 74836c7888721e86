package io.mehari.scenarios.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.report.BadOption;
import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Variation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line selects what is compared. The message for a mistake says what to write. */
class CommandLineTest {

    private static List<String> variations(String... args) {
        return Options.of(args).variations().stream().map(Variation::id).toList();
    }

    @Test
    void withoutOptionsAllAreComparedAtTheFirstScenario() {
        Options options = Options.of();
        assertThat(options.variations()).containsExactly(Variation.of("camel-23686/flat-out"));
        assertThat(options.subjects()).isEqualTo(Contender.ALL);
        assertThat(options.chosen()).isFalse();
        assertThat(options.jdks()).containsExactly(Path.of(System.getProperty("java.home")));
        assertThat(options.forks()).isEqualTo(3);
        assertThat(options.warmUp()).isEqualTo(30);
        assertThat(options.shows()).isEmpty();
    }

    @Test
    void aScenarioMeansAllItsVariationsAndAVariationItself() {
        assertThat(variations("--scenario", "cbr")).containsExactly("cbr/uniform", "cbr/mixed");
        assertThat(variations("--scenario=filter/all")).containsExactly("filter/uniform", "filter/mixed");
        assertThat(variations("--scenario", "seda/2-3,fan-out")).containsExactly("seda/2-3", "fan-out");
        assertThat(variations("--scenario", "all")).hasSizeGreaterThan(40).contains("camel-23686/paced", "fan-out");
    }

    @Test
    void theSuitesAreTheComparisonsThatOthersPublished() {
        assertThat(variations("--suite", "threads"))
                .contains("seda/2-1", "seda/4-1", "seda/8-1", "seda/3-2", "seda/6-5", "seda/9-9")
                .contains("seda/1-2", "seda/1-4", "seda/1-8", "seda/2-3", "seda/5-6")
                .contains("disruptor/2-1", "disruptor/9-9", "disruptor/5-6")
                .hasSize(22);
        assertThat(variations("--suite", "patterns"))
                .containsExactly(
                        "cbr/uniform",
                        "cbr/mixed",
                        "filter/uniform",
                        "filter/mixed",
                        "aggregator/uniform",
                        "aggregator/mixed");
        assertThat(variations("--suite", "waiting"))
                .containsExactly(
                        "fire-and-forget/always", "fire-and-forget/if-reply-expected", "fire-and-forget/never");
        assertThat(variations("--suite", "workflow")).hasSize(12);
    }

    @Test
    void quickIsShortButNotForWhatIsSaid() {
        Options quick = Options.of("--quick", "--seconds", "1", "--subjects", "mehari,raw-jctools");
        assertThat(quick.forks()).isEqualTo(2);
        assertThat(quick.seconds()).isEqualTo(1);
        assertThat(quick.warmUp()).isEqualTo(1);
        assertThat(Options.of("--warm-up", "60").warmUp()).isEqualTo(60);
        assertThat(quick.variations()).containsExactly(Variation.of("seda/1-1"));
        assertThat(quick.subjects()).extracting(Contender::id).containsExactly("mehari", "raw-jctools");
        assertThat(quick.chosen()).isTrue();
    }

    @Test
    void everythingThereIsCanBeListed() {
        assertThat(Options.of("--list").shows()).contains("seda/9-9", "waiting:", "raw-disruptor");
        assertThat(Options.of("--help").shows()).contains("--forks N");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--scenaro x|did you mean --scenario?",
                "--scenario seda/2-33|did you mean seda/2-3?",
                "--scenario fan-uot|did you mean fan-out?",
                "--suite thread|did you mean threads?",
                "--subjects camel-4.22|did you mean camel-4.22.0?",
                "--forks 2|write a whole number from 3 to",
                "--forks many|write a whole number",
                "--seconds 0|write a number",
                "--jdk /nowhere|there is no /nowhere/bin/java",
                "--suite|needs a value"
            })
    void whatCannotBeMeantIsRefusedWithARemedy(String line, String remedy) {
        assertThatThrownBy(() -> Options.of(line.split(" ")))
                .isInstanceOf(BadOption.class)
                .hasMessageContaining(remedy);
    }
}
