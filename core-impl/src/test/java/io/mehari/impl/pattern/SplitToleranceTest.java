package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.SplitResult;
import io.mehari.builder.SplitDefinition;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.exchange.PooledContext.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of several elements, and splits that continue although parts fail. */
class SplitToleranceTest {
    private static final Processor CHECK = exchange -> {
        if (exchange.getBody(String.class).contains("bad")) {
            throw new IllegalStateException("refused " + exchange.getBody());
        }
    };

    private final PooledContext mehari = new PooledContext(false);
    private final List<Object> parts = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Outcome send(Object body, UnaryOperator<SplitDefinition> options) throws Exception {
        mehari.routes(route -> options.apply(route.from("direct:a").split(body()))
                .process(CHECK)
                .process(exchange -> parts.add(exchange.getBody())));
        return mehari.send(body);
    }

    private static SplitResult resultOf(Outcome outcome) {
        return (SplitResult) Objects.requireNonNull(outcome.properties().get(Exchange.SPLIT_RESULT));
    }

    // ---- groups

    @ParameterizedTest
    @CsvSource({"7, 3", "6, 2", "1, 1", "0, 0"})
    void aPartHasAListOfElementsAndKnowsHowManyPartsThereAre(int elements, int wanted) throws Exception {
        List<Integer> numbers = IntStream.range(0, elements).boxed().toList();
        List<Object> sizes = new ArrayList<>();
        mehari.routes(route -> route.from("direct:a").split(body()).group(3).process(exchange -> {
            parts.addAll((List<?>) exchange.getMandatoryBody());
            sizes.add(exchange.getProperty(Exchange.SPLIT_SIZE));
        }));
        mehari.send(numbers);
        assertThat(parts).isEqualTo(numbers);
        assertThat(sizes).hasSize(wanted).allMatch(size -> size.equals(wanted));
    }

    @Test
    void groupsOfPiecesOfATextAreCountedToo() throws Exception {
        mehari.routes(route -> route.from("direct:a")
                .split(body())
                .group(2)
                .process(exchange -> parts.add(exchange.getProperty(Exchange.SPLIT_SIZE))));
        mehari.send("a,b,c");
        assertThat(parts).isEqualTo(List.of(2, 2));
    }

    @Test
    void piecesOfATextMakeGroupsToo() throws Exception {
        send("a,b,c", split -> split.group(2));
        assertThat(parts).containsExactly(List.of("a", "b"), List.of("c"));
    }

    // ---- failures that are tolerated

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failuresBelowTheLimitAreCountedAndTheMessageGoesOn(boolean parallel) throws Exception {
        Outcome done = send(List.of("a", "bad1", "b", "bad2"), split -> {
            split.maxFailedRecords(3);
            return parallel ? split.parallelProcessing() : split;
        });
        assertThat(done.failure()).isNull();
        assertThat(parts).containsExactlyInAnyOrder("a", "b");
        SplitResult result = resultOf(done);
        assertThat(result).hasToString("SplitResult[total=4, processed=4, success=2, failures=2, aborted=false]");
        assertThat(result.getFailures()).extracting(SplitResult.Failure::index).containsExactly(1, 3);
        assertThat(result.getFailures().get(0).exception()).hasMessage("refused bad1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theFailureThatReachesTheLimitEndsTheSplit(boolean parallel) throws Exception {
        Outcome done = send(List.of("a", "bad1", "bad2", "b", "c"), split -> {
            split.maxFailedRecords(2);
            return parallel ? split.parallelProcessing().maxInFlight(1) : split;
        });
        assertThat(done.failure()).hasRootCauseMessage("refused bad2");
        assertThat(parts).containsExactly("a");
        assertThat(resultOf(done))
                .hasToString("SplitResult[total=5, processed=3, success=1, failures=2, aborted=true]");
    }

    @ParameterizedTest
    @CsvSource({"a;b;bad;c, false", "a;bad;b;c, true", "bad;a;b, true", "a;b;c, false"})
    void aShareIsOfThePartsThatAreDone(String elements, boolean aborted) throws Exception {
        Outcome done = send(List.of(elements.split(";")), split -> split.errorThreshold(0.5));
        assertThat(resultOf(done).isAborted()).isEqualTo(aborted).isEqualTo(done.failure() != null);
    }

    @Test
    void theLimitThatIsReachedFirstCounts() throws Exception {
        Outcome done = send(
                List.of("a", "bad", "b"), split -> split.maxFailedRecords(10).errorThreshold(0.4));
        assertThat(resultOf(done).isAborted()).isTrue();
    }

    @Test
    void aStrategySeesATolerantPartWithItsFailureAsAProperty() throws Exception {
        List<Object> seen = new ArrayList<>();
        AggregationStrategy strategy = (old, next) -> {
            seen.add(next.getException() + " " + next.getProperty(Exchange.EXCEPTION_CAUGHT));
            return old == null ? next : old;
        };
        Outcome done = send(
                List.of("a", "bad"),
                split -> split.aggregationStrategy(strategy).maxFailedRecords(2));
        assertThat(seen).containsExactly("null null", "null java.lang.IllegalStateException: refused bad");
        assertThat(done.body()).isEqualTo("a");
        assertThat(resultOf(done).getFailureCount()).isEqualTo(1);
    }

    @Test
    void aFailureThatAnErrorHandlerHandledIsNone() throws Exception {
        mehari.routes(route -> {
            route.onException(IllegalStateException.class).handled(true);
            route.from("direct:a").split(body()).maxFailedRecords(1).process(CHECK);
        });
        Outcome done = mehari.send(List.of("bad", "a"));
        assertThat(done.failure()).isNull();
        assertThat(resultOf(done).getFailureCount()).isZero();
    }

    @Test
    void theSplitWithinHasItsOwnLimit() throws Exception {
        mehari.routes(route -> {
            route.from("direct:strict")
                    .split(body())
                    .maxFailedRecords(1)
                    .split(body())
                    .process(CHECK);
            SplitDefinition outer = route.from("direct:lenient").split(body()).maxFailedRecords(1);
            outer.split(body()).maxFailedRecords(2).process(CHECK);
        });
        Object body = List.of(List.of("a", "bad"));
        assertThat(mehari.sendTo("direct:strict", exchange -> exchange.setBody(body))
                        .failure())
                .isNotNull();
        assertThat(mehari.sendTo("direct:lenient", exchange -> exchange.setBody(body))
                        .failure())
                .isNull();
    }

    @Test
    void s3_onlyTheFirstFailuresAreKept() throws Exception {
        List<String> all = Collections.nCopies(1500, "bad");
        SplitResult result = resultOf(send(all, split -> split.streaming().maxFailedRecords(2000)));
        assertThat(result.getFailureCount()).isEqualTo(1500);
        assertThat(result.getFailures()).hasSize(1000);
    }

    @Test
    void withoutALimitThereIsNoResult() throws Exception {
        Outcome done = send(Map.of("k", "v"), split -> split.maxFailedRecords(0).errorThreshold(0));
        assertThat(done.properties()).doesNotContainKey(Exchange.SPLIT_RESULT);
    }

    // ---- mistakes

    @Test
    void mistakesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> send("", split -> split.group(0)))
                .withMessageContaining("group(0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> send("", split -> split.maxFailedRecords(-1)))
                .withMessageContaining("maxFailedRecords(-1)");
        for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> send("", split -> split.errorThreshold(share)))
                    .withMessageContaining("errorThreshold");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> send("", split -> split.stopOnException().maxFailedRecords(2)))
                .withMessageContaining("stopOnException()");
    }
}
