package io.mehari.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.report.BadOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A correct command line is parsed. The message for a mistake says what to write instead. */
class OptionsTest {

    private static Plan plan(String... args) {
        return Options.of(args).plan();
    }

    @Test
    void countIsRateTimesSeconds() {
        assertThat(plan("--rate", "20_000", "--seconds=2.5").count()).isEqualTo(50_000);
        assertThat(plan("--rate", "20000", "--count", "10").seconds()).isEqualTo(0.0005);
    }

    @Test
    void aQueueTakesAnyNumberOfThreads() {
        Plan plan = plan("--scenario", "disruptor/2-3", "--consumers", "7");
        assertThat(plan.variation().id()).isEqualTo("disruptor/2-7");
        assertThat(plan.variation().senders()).isEqualTo(2);
        assertThat(plan("--scenario", "cbr/mixed", "--producers", "3").group())
                .isEqualTo("cbr/mixed, 3 producers, 100000 a second");
    }

    @Test
    void theTimerScenarioIsSentToWithoutItsTimer() {
        assertThat(plan("--scenario", "camel-23686").variation().paced()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rat 5 | There is no option --rat: did you mean --rate?",
                "--scenario sedda | There is no scenario sedda: did you mean seda?",
                "--scenario cbr/mixt | There is no scenario cbr/mixt: did you mean cbr/mixed?",
                "--scenario camel-23686/paced | choose camel-23686/flat-out",
                "--subject camel-4.22.1 | There is no subject camel-4.22.1: did you mean camel-4.22.0?",
                "--subject camel-4.22.0 --scenario disruptor | camel-4.22.0 does not do disruptor/1-1. There is no camel-disruptor",
                "--rate 0 | --rate 0: write a whole number from 1 to",
                "--rate many | --rate many: write a whole number from 1 to",
                "--seconds -1 | --seconds -1: write a number of seconds above 0",
                "--seconds 5 --count 5 | --seconds and --count exclude each other",
                "--scenario fan-out --consumers 2 | no thread takes from a queue in fan-out",
                "--mix text,bean | There is no type of body bean. There are parcel, text, number, file",
                "--scenario cbr --mix text | cbr/uniform routes parcels; choose cbr/mixed",
                "--payload 3 | a content has at least 5 bytes",
                "--payload 100 --mix number | a number has no content",
                "--jdk /nowhere | there is no /nowhere/bin/java",
                "--rate | --rate needs a value",
            })
    void aMistakeIsNamedWithItsRemedy(String line, String message) {
        assertThatThrownBy(() -> {
                    Options options = Options.of(line.split(" ", -1));
                    options.contenders(options.plan().variation());
                    options.jdks();
                })
                .isInstanceOf(BadOption.class)
                .hasMessageContaining(message);
    }

    @Test
    void compareWantsTwoFiles() {
        assertThatThrownBy(() -> Load.compared("compare", "a.json")).hasMessageContaining("compare takes two results");
        assertThatThrownBy(() -> Load.compared("compare", "no.json", "no.json"))
                .hasMessageContaining("there is no file no.json");
    }

    @Test
    void typesHaveNames() {
        assertThat(BodyType.list("text,file")).isEqualTo(List.of(BodyType.TEXT, BodyType.FILE));
    }
}
