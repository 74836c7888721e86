package io.mehari.scenarios.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.report.BadOption;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Variation;
import org.junit.jupiter.api.Test;

/** The command line selects what is measured. The message for a mistake says what to write. */
class CommandLineTest {

    @Test
    void nothingIsTheScenarioThatItGrewFrom() throws Exception {
        Options options = Options.of();
        assertThat(options.seconds()).isEqualTo(10);
        assertThat(options.peers()).isTrue();
        assertThat(options.pooled()).isFalse();
        assertThat(options.variations())
                .extracting(Variation::id)
                .containsExactly("camel-23686/paced", "camel-23686/flat-out");
    }

    @Test
    void everyOptionCounts() throws Exception {
        String java = System.getProperty("java.home");
        Options options =
                Options.of("--seconds", "0.5", "--jdk=" + java, "--pooled", "--no-peers", "--scenario", "seda/2-3");
        assertThat(options.seconds()).isEqualTo(0.5);
        assertThat(options.jdk()).hasToString(java);
        assertThat(options.pooled()).isTrue();
        assertThat(options.peers()).isFalse();
        assertThat(options.variations()).containsExactly(Variation.of("seda/2-3"));
        assertThat(Options.of("--help").help()).isTrue();
    }

    @Test
    void ofManyVariationsTheFirstIsMeasured() throws Exception {
        assertThat(Options.of("--scenario", "seda").variations()).containsExactly(Variation.of("seda/1-1"));
        assertThat(Options.of("--scenario", "cbr").variations()).hasSize(2);
    }

    @Test
    void aMistakeIsAnsweredWithTheNearest() {
        refused("did you mean --seconds?", "--second", "3");
        refused("did you mean --no-peers?", "--nopeers");
        refused("There is no option 10.", "10");
        refused("There is no scenario sedda: did you mean seda?", "--scenario", "sedda");
        refused("did you mean cbr/mixed?", "--scenario", "cbr/mixxed");
        refused("--seconds needs a value", "--seconds");
        refused("--seconds ten: write a number of seconds above 0", "--seconds", "ten");
        refused("--seconds -1: write a number of seconds above 0", "--seconds", "-1");
        refused("--pooled takes no value", "--pooled=yes");
        refused("there is no nowhere/bin/java", "--jdk", "nowhere");
    }

    private static void refused(String message, String... args) {
        assertThatThrownBy(() -> Options.of(args)).isInstanceOf(BadOption.class).hasMessageContaining(message);
    }

    @Test
    void theListNamesEveryVariation() {
        for (Scenario scenario : Scenario.values()) {
            for (String each : scenario.variations()) {
                assertThat(Options.list()).contains(each.isEmpty() ? scenario.id() : scenario.id() + "/" + each);
            }
        }
        assertThat(Options.list().lines()).allMatch(line -> line.length() <= 130);
    }
}
