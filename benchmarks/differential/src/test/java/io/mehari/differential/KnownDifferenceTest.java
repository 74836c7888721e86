package io.mehari.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownDifferenceTest {
    private static final Plan PLAN = new Plan(
            List.of(new Chain(List.of(Chain.call("from", "direct:@a"), Chain.call("to", "mock:@m")))),
            List.of(),
            List.of());

    @Test
    void whatDiffersByAListedLineAloneIsListed() {
        Found found = found("a {} {LoopIndex=Integer:1, q1=x}", "a {} {q1=x}");
        assertThat(KnownDifference.of(found)).map(KnownDifference::name).contains("index of a loop");
    }

    @Test
    void whatDiffersBesidesIsNot() {
        Found found = found("a {} {LoopIndex=Integer:1, q1=x}", "a {} {q1=y}");
        assertThat(found.differs()).isTrue();
        assertThat(KnownDifference.of(found)).isEmpty();
    }

    @Test
    void anotherNumberOfArrivalsIsNot() {
        Found found = new Found(
                PLAN,
                new Outcome("", List.of(), Map.of("m", List.of("a {} {LoopIndex=Integer:1}")), List.of()),
                new Outcome("", List.of(), Map.of("m", List.of()), List.of()));
        assertThat(KnownDifference.of(found)).isEmpty();
    }

    @Test
    void aRefusalIsListedByItsMessageAndBySide() {
        String listed = "IllegalArgumentException: Definition has no children on Loop[constant{3} -> []]";
        Outcome refused = new Outcome(listed, List.of(), Map.of(), List.of());
        Outcome otherwise = new Outcome("IllegalArgumentException: no", List.of(), Map.of(), List.of());
        Outcome ran = new Outcome("", List.of("a {}"), Map.of(), List.of());
        assertThat(KnownDifference.of(new Found(PLAN, refused, ran))).isPresent();
        assertThat(KnownDifference.of(new Found(PLAN, otherwise, ran))).isEmpty();
        assertThat(KnownDifference.of(new Found(PLAN, ran, refused))).isEmpty();
    }

    @Test
    void aCaseThatCallsARouteThatIsNotThereIsNotWhole() {
        assertThat(PLAN.isWhole()).isTrue();
        assertThat(new Plan(
                                List.of(new Chain(
                                        List.of(Chain.call("from", "direct:@a"), Chain.call("to", "direct:@b")))),
                                List.of(),
                                List.of())
                        .isWhole())
                .isFalse();
    }

    @Test
    void aLoopOfWhichNothingCountsTheRoundsIsNotWhole() {
        Chain loop = Chain.of("from", "direct:@a")
                .then("loopDoWhile", Chain.of("exchangeProperty", "n1").then("isLessThan", 1));
        assertThat(plan(loop.then("process", Chain.of("count", "n1"))).isWhole())
                .isTrue();
        assertThat(plan(loop.then("to", "mock:@m")).isWhole()).isFalse();
        assertThat(plan(loop).isWhole()).isFalse();
    }

    @Test
    void anotherValueThanCamelsIsNotListedWhereAbsenceIs() {
        assertThat(KnownDifference.of(found("a {} {SplitSize=Integer:2}", "a {} {}")))
                .isPresent();
        assertThat(KnownDifference.of(found("a {} {SplitSize=Integer:2}", "a {} {SplitSize=Integer:3}")))
                .isEmpty();
    }

    @Test
    void aFailureThatCamelAloneRemembersIsListedBesidesOtherDifferences() {
        Plan splits = plan(Chain.of("from", "direct:@a").then("multicast").then("to", "mock:@m"));
        Outcome camel = arrival("a {} {ExceptionCaught=A < B(p1), LoopIndex=Integer:1, MulticastIndex=Integer:0}");
        assertThat(KnownDifference.of(new Found(splits, camel, arrival("a {} {MulticastIndex=Integer:0}"))))
                .isPresent();
        assertThat(KnownDifference.of(new Found(splits, camel, arrival("a {} {MulticastIndex=Integer:1}"))))
                .isEmpty();
    }

    @Test
    void ofWhatRunsAtTheSameTimeNoOrderIsCompared() {
        Plan concurrent = new Plan(
                List.of(new Chain(List.of(Chain.call("from", "direct:@a"), Chain.call("wireTap", "mock:@m")))),
                List.of(),
                List.of());
        Outcome one = new Outcome("", List.of(), Map.of("m", List.of("a", "b")), List.of("p1 a", "p1 b"));
        Outcome other = new Outcome("", List.of(), Map.of("m", List.of("b", "a")), List.of("p1 b", "p1 a"));
        assertThat(Found.of(concurrent, one, other).differs()).isFalse();
        assertThat(Found.of(PLAN, one, other).differs()).isTrue();
    }

    @Test
    void ofWhatRunsAtTheSameTimeALineIsTheSameWithAnotherNumber() {
        Plan concurrent = plan(
                Chain.of("from", "direct:@a").then("split", Chain.of("body")).then("to", "seda:@q"));
        Found found = Found.of(
                concurrent,
                new Outcome(
                        "",
                        List.of(),
                        Map.of("m", List.of("b {} {h3=x}", "b {} {ExceptionCaught=A, q1=x}")),
                        List.of()),
                new Outcome("", List.of(), Map.of("m", List.of("b {} {h3=x}", "b {} {q1=x}")), List.of()));
        assertThat(found.onlyIn(found.camel())).containsExactly("m 1: b {} {ExceptionCaught=A, q1=x}");
        assertThat(found.onlyIn(found.mehari())).containsExactly("m 2: b {} {q1=x}");
        assertThat(KnownDifference.of(found)).isPresent();
    }

    @Test
    void arrivalsThatAreRepeatedHereAreListedWhereStepsAreTriedAgain() {
        Plan again =
                plan(Chain.of("errorHandler", Chain.of("defaultErrorHandler").then("maximumRedeliveries", 2)));
        Outcome once = new Outcome("", List.of(), Map.of("m", List.of("a {}")), List.of());
        Outcome twice = new Outcome("", List.of(), Map.of("m", List.of("a {}", "a {}")), List.of());
        Outcome other = new Outcome("", List.of(), Map.of("m", List.of("a {}", "b {}")), List.of());
        assertThat(KnownDifference.of(new Found(again, once, twice))).isPresent();
        assertThat(KnownDifference.of(new Found(again, twice, once))).isEmpty();
        assertThat(KnownDifference.of(new Found(again, once, other))).isEmpty();
        assertThat(KnownDifference.of(new Found(PLAN, once, twice))).isEmpty();
    }

    @Test
    void propertiesOfWhatWasPolledAreListedWithoutAStrategyAlone() {
        Outcome camel = arrival("x {} {SplitIndex=Integer:0, q1=x}");
        Outcome here = arrival("x {} {q1=y}");
        Chain polls = Chain.of("from", "direct:@a");
        Plan plain = plan(polls.then("pollEnrich", Plan.POLLED, 0));
        assertThat(KnownDifference.of(new Found(plain, camel, here))).isPresent();
        assertThat(KnownDifference.of(new Found(plain, camel, arrival("y {} {q1=y}"))))
                .isEmpty();
        Plan merged = plan(polls.then("pollEnrich", Plan.POLLED, 0, Chain.of("join")));
        assertThat(KnownDifference.of(new Found(merged, camel, here))).isEmpty();
    }

    @Test
    void whatIdempotentConsumerLeavesOutHereIsNotListed() {
        Plan catches = plan(Chain.of("from", "direct:@a").then("doCatch").then("idempotentConsumer"));
        Outcome nothing = new Outcome("", List.of(), Map.of(), List.of());
        assertThat(KnownDifference.of(new Found(catches, arrival("a {} {}"), nothing)))
                .isEmpty();
        Found listed = new Found(catches, arrival("a {} {LoopIndex=Integer:1}"), arrival("a {} {}"));
        assertThat(KnownDifference.of(listed)).map(KnownDifference::name).contains("index of a loop");
    }

    @Test
    void aDoCatchAfterWhichCamelDoesNotForgetIsNotWhole() {
        Chain caught = Chain.of("from", "direct:@a").then("doTry").then("doCatch", Exception.class);
        assertThat(plan(caught.then("to", "mock:@m")).isWhole()).isFalse();
        assertThat(plan(caught).isWhole()).isFalse();
        Chain asked = caught.then("onWhen", Chain.of("body").then("isNull"));
        assertThat(plan(asked.then("process", Chain.of("forget"))).isWhole()).isTrue();
        assertThat(plan(caught.then("process", Chain.of("forget"))).isWhole()).isTrue();
    }

    @Test
    void aTextIsTheOneOfAProgram() {
        assertThat(PLAN.statements().get(0)).hasToString("from(\"direct:a\").to(\"mock:m\")");
    }

    private static Plan plan(Chain statement) {
        return new Plan(List.of(statement), List.of(), List.of());
    }

    private static Outcome arrival(String text) {
        return new Outcome("", List.of(), Map.of("m", List.of(text)), List.of());
    }

    private static Found found(String camel, String mehari) {
        return new Found(PLAN, arrival(camel), arrival(mehari));
    }
}
