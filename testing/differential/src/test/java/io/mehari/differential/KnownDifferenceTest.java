package io.mehari.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.OptionalAssert;
import org.junit.jupiter.api.Test;

class KnownDifferenceTest {
    private static final Chain FROM = Chain.of("from", "direct:@a");
    private static final Plan PLAN = plan(FROM.then("to", "mock:@m"));
    private static final Outcome NOTHING = new Outcome("", List.of(), Map.of(), List.of());

    @Test
    void whatDiffersByAListedLineAloneIsListed() {
        assertName(PLAN, arrivals("a {} {SplitSize=Integer:1, q1=x}"), arrivals("a {} {q1=x}"))
                .contains("size of a split");
    }

    @Test
    void whatDiffersBesidesIsNot() {
        Outcome camel = arrivals("a {} {SplitSize=Integer:1, q1=x}");
        assertThat(new Found(PLAN, camel, arrivals("a {} {q1=y}")).differs()).isTrue();
        assertName(PLAN, camel, arrivals("a {} {q1=y}")).isEmpty();
    }

    @Test
    void anotherNumberOfArrivalsIsNot() {
        assertName(PLAN, arrivals("a {} {SplitSize=Integer:1}"), arrivals()).isEmpty();
    }

    @Test
    void aRefusalIsListedByItsMessageAndBySide() {
        String listed = "IllegalArgumentException: Definition has no children on Loop[constant{3} -> []]";
        Outcome refused = new Outcome(listed, List.of(), Map.of(), List.of());
        Outcome otherwise = new Outcome("IllegalArgumentException: no", List.of(), Map.of(), List.of());
        Outcome ran = new Outcome("", List.of("a {}"), Map.of(), List.of());
        assertName(PLAN, refused, ran).isPresent();
        assertName(PLAN, otherwise, ran).isEmpty();
        assertName(PLAN, ran, refused).isEmpty();
    }

    @Test
    void aCaseThatCallsARouteThatIsNotThereIsNotWhole() {
        assertThat(PLAN.isWhole()).isTrue();
        assertThat(plan(FROM.then("to", "direct:@b")).isWhole()).isFalse();
    }

    @Test
    void aLoopOfWhichNothingCountsTheRoundsIsNotWhole() {
        Chain loop = FROM.then("loopDoWhile", Chain.of("exchangeProperty", "n1").then("isLessThan", 1));
        assertThat(plan(loop.then("process", Chain.of("count", "n1"))).isWhole())
                .isTrue();
        assertThat(plan(loop.then("to", "mock:@m")).isWhole()).isFalse();
        assertThat(plan(loop).isWhole()).isFalse();
    }

    @Test
    void anotherValueThanCamelsIsNotListedWhereAbsenceIs() {
        Outcome camel = arrivals("a {} {SplitSize=Integer:2}");
        assertName(PLAN, camel, arrivals("a {} {}")).isPresent();
        assertName(PLAN, camel, arrivals("a {} {SplitSize=Integer:3}")).isEmpty();
    }

    @Test
    void aFailureThatCamelAloneRemembersIsListedBesidesOtherDifferences() {
        Plan splits = plan(FROM.then("multicast").then("to", "mock:@m"));
        Outcome camel = arrivals("a {} {ExceptionCaught=A < B(p1), SplitSize=Integer:1, MulticastIndex=Integer:0}");
        assertName(splits, camel, arrivals("a {} {MulticastIndex=Integer:0}")).isPresent();
        assertName(splits, camel, arrivals("a {} {MulticastIndex=Integer:1}")).isEmpty();
    }

    @Test
    void ofWhatRunsAtTheSameTimeNoOrderIsCompared() {
        Plan concurrent = plan(FROM.then("wireTap", "mock:@m"));
        Outcome one = new Outcome("", List.of(), Map.of("m", List.of("a", "b")), List.of("p1 a", "p1 b"));
        Outcome other = new Outcome("", List.of(), Map.of("m", List.of("b", "a")), List.of("p1 b", "p1 a"));
        assertThat(Found.of(concurrent, one, other).differs()).isFalse();
        assertThat(Found.of(PLAN, one, other).differs()).isTrue();
    }

    @Test
    void ofWhatRunsAtTheSameTimeALineIsTheSameWithAnotherNumber() {
        Plan concurrent = plan(FROM.then("split", Chain.of("body")).then("to", "seda:@q"));
        Outcome camel = arrivals("b {} {h3=x}", "b {} {ExceptionCaught=A, q1=x}");
        Found found = Found.of(concurrent, camel, arrivals("b {} {h3=x}", "b {} {q1=x}"));
        assertThat(found.onlyIn(found.camel())).containsExactly("m 1: b {} {ExceptionCaught=A, q1=x}");
        assertThat(found.onlyIn(found.mehari())).containsExactly("m 2: b {} {q1=x}");
        assertThat(KnownDifference.of(found)).isPresent();
    }

    @Test
    void arrivalsThatAreRepeatedHereAreListedWhereStepsAreTriedAgain() {
        Plan again =
                plan(Chain.of("errorHandler", Chain.of("defaultErrorHandler").then("maximumRedeliveries", 2)));
        assertName(again, arrivals("a {}"), arrivals("a {}", "a {}")).isPresent();
        assertName(again, arrivals("a {}", "a {}"), arrivals("a {}")).isEmpty();
        assertName(again, arrivals("a {}"), arrivals("a {}", "b {}")).isEmpty();
        assertName(PLAN, arrivals("a {}"), arrivals("a {}", "a {}")).isEmpty();
    }

    @Test
    void propertiesOfWhatWasPolledAreListedWithoutAStrategyAlone() {
        Outcome camel = arrivals("x {} {SplitIndex=Integer:0, q1=x}");
        Plan plain = plan(FROM.then("pollEnrich", Plan.POLLED, 0));
        assertName(plain, camel, arrivals("x {} {q1=y}")).isPresent();
        assertName(plain, camel, arrivals("y {} {q1=y}")).isEmpty();
        Plan merged = plan(FROM.then("pollEnrich", Plan.POLLED, 0, Chain.of("join")));
        assertName(merged, camel, arrivals("x {} {q1=y}")).isEmpty();
    }

    @Test
    void whatIdempotentConsumerLeavesOutHereIsNotListed() {
        Plan catches = plan(FROM.then("doCatch").then("idempotentConsumer"));
        assertName(catches, arrivals("a {} {}"), NOTHING).isEmpty();
        assertName(catches, arrivals("a {} {SplitSize=Integer:1}"), arrivals("a {} {}"))
                .contains("size of a split");
    }

    @Test
    void aDoCatchAfterWhichCamelDoesNotForgetIsNotWhole() {
        Chain caught = FROM.then("doTry").then("doCatch", Exception.class);
        Chain forget = Chain.of("forget");
        assertThat(plan(caught.then("to", "mock:@m")).isWhole()).isFalse();
        assertThat(plan(caught).isWhole()).isFalse();
        Chain asked = caught.then("onWhen", Chain.of("body").then("isNull"));
        assertThat(plan(asked.then("process", forget)).isWhole()).isTrue();
        assertThat(plan(caught.then("process", forget)).isWhole()).isTrue();
    }

    @Test
    void aTextIsTheOneOfAProgram() {
        assertThat(PLAN.statements().get(0)).hasToString("from(\"direct:a\").to(\"mock:m\")");
    }

    private static OptionalAssert<String> assertName(Plan plan, Outcome camel, Outcome mehari) {
        return assertThat(KnownDifference.of(new Found(plan, camel, mehari)).map(KnownDifference::name));
    }

    private static Plan plan(Chain statement) {
        return new Plan(List.of(statement), List.of(), List.of());
    }

    private static Outcome arrivals(String... texts) {
        return new Outcome("", List.of(), Map.of("m", List.of(texts)), List.of());
    }
}
