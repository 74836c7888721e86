package io.mehari.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether messages arrive at the same endpoints is judged by itself, whatever else differs and is listed. */
class ElsewhereTest {
    private static final Plan PLAN = new Plan(
            List.of(Chain.of("from", "direct:@a").then("to", "mock:@m")),
            List.of(new Plan.Message(new Plan.Bytes("1", true), Map.of(), true)),
            List.of());

    private static Found found(Outcome camel, Outcome mehari) {
        return Found.of(PLAN, camel, mehari);
    }

    private static Outcome outcome(String result, Map<String, List<String>> arrivals) {
        return new Outcome("", List.of(result), arrivals, List.of());
    }

    @Test
    void anotherMockOrAnotherNumberIsElsewhereAndAnotherTextIsNot() {
        Outcome one = outcome("a {}", Map.of("m", List.of("a {} {}")));
        assertThat(found(one, outcome("a {}", Map.of("n", List.of("a {} {}")))).arrivesElsewhere())
                .isTrue();
        assertThat(found(one, outcome("a {}", Map.of("m", List.of("a {} {}", "a {} {}"))))
                        .arrivesElsewhere())
                .isTrue();
        assertThat(found(one, outcome("a {}", Map.of("m", List.of("b {} {}")))).arrivesElsewhere())
                .isFalse();
        assertThat(found(outcome("a {}", Map.of("%5B", List.of("a"))), outcome("a {}", Map.of("[", List.of("a"))))
                        .arrivesElsewhere())
                .isFalse();
    }

    @Test
    void aRefusalSendsNothingElsewhere() {
        Outcome refused = new Outcome("IllegalStateException: no", List.of(), Map.of(), List.of());
        assertThat(found(outcome("a {}", Map.of("m", List.of("a"))), refused).arrivesElsewhere())
                .isFalse();
    }

    @Test
    void anExceptionIsSeenOfASenderOrAsADeadLetterOrByItsType() {
        Outcome silent = outcome("a {}", Map.of("m", List.of("a {} {}")));
        assertThat(found(silent, outcome("a {}", Map.of())).showsExceptions()).isFalse();
        assertThat(found(silent, outcome("a {} failed IOException(p1)", Map.of()))
                        .showsExceptions())
                .isTrue();
        Outcome dead = outcome("a {}", Map.of("dead", List.of("a {} {ExceptionCaught=IOException(p1)}")));
        assertThat(found(silent, dead).showsExceptions()).isTrue();
        Outcome caught = outcome("a {}", Map.of("n", List.of("a {} {ExceptionCaught=TypeConversion}")));
        assertThat(found(silent, caught).showsExceptions()).isTrue();
    }

    @Test
    void anExceptionThatBothSidesHaveExcusesNothingUnlessEachSenderGetsIt() {
        Outcome one = outcome("a {}", Map.of("m", List.of("a {} {ExceptionCaught=IOException(p1)}")));
        Outcome other = outcome("a {}", Map.of("n", List.of("a {} {ExceptionCaught=IOException(p1)}")));
        assertThat(found(one, other).showsExceptions()).isFalse();
        Outcome fails = outcome("a {} failed IOException(p1)", Map.of("m", List.of("a")));
        assertThat(found(fails, outcome("a {} failed IOException(p1)", Map.of()))
                        .showsExceptions())
                .isTrue();
    }

    @Test
    void aCaseWithoutStreamsHasTheirTexts() {
        assertThat(PLAN.hasStreams()).isTrue();
        assertThat(PLAN.withoutStreams().hasStreams()).isFalse();
        assertThat(PLAN.withoutStreams().messages().get(0).body()).isEqualTo("1");
    }
}
