package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mehari.Exchange;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Completions;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** U1 and U2: one object, created on the first request, and every completion runs exactly once. */
class UnitOfWorkLawsTest {

    private final CapturedLog log = new CapturedLog(Completions.class);
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AbstractExchange exchange = new DefaultExchange(context);
    private final List<String> journal = new ArrayList<>();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private void add(String name) {
        exchange.addOnCompletion(new RecordedCompletion(name, journal));
    }

    @Test
    void u1_theObjectIsCreatedOnTheFirstRequest() {
        exchange.setBody("b");
        exchange.setHeader("h", 1);
        exchange.getExchangeId();
        exchange.getMessageId();
        exchange.setMessageId(null);
        exchange.handoverCompletions(new DefaultExchange(context));
        assertThat(exchange.handoverCompletions()).isEmpty();
        assertThat(exchange.containsOnCompletion(new RecordedCompletion("x", journal)))
                .isFalse();
        exchange.copy();
        assertThat(exchange.hasUnitOfWork()).isFalse();

        UnitOfWork work = exchange.getUnitOfWork();
        assertThat(exchange.hasUnitOfWork()).isTrue();
        assertThat(exchange.getUnitOfWork()).isSameAs(work);
        assertThat(work.getExchange()).isSameAs(exchange);
        assertThat(work.getId()).isEqualTo(exchange.getExchangeId());
        assertThat(exchange.copy().hasUnitOfWork())
                .as("completions stay with the original")
                .isFalse();
    }

    @Test
    void u2_doneRunsEachCompletionExactlyOnce() {
        for (String name : List.of("a", "b", "c")) {
            add(name);
        }
        assertThat(exchange.getUnitOfWork().isDone()).isFalse();
        exchange.end();
        exchange.end();
        assertThat(exchange.getUnitOfWork().isDone()).isTrue();
        assertThat(journal).containsExactly("c complete", "b complete", "a complete");
    }

    @Test
    void u2_oneCompletionNeedsNoListAndRunsOnce() {
        add("only");
        exchange.end();
        exchange.end();
        assertThat(journal).containsExactly("only complete");
    }

    @Test
    void u2_lastInFirstOutThenByOrder() {
        exchange.addOnCompletion(ordered("late", 10));
        add("first");
        exchange.addOnCompletion(ordered("early", -10));
        add("second");
        exchange.addOnCompletion(ordered("highest", Synchronization.HIGHEST));
        exchange.addOnCompletion(ordered("lowest", Synchronization.LOWEST));
        exchange.addOnCompletion(ordered("late too", 10));
        exchange.end();
        assertThat(journal)
                .containsExactly(
                        "highest complete",
                        "early complete",
                        "second complete",
                        "first complete",
                        "late too complete",
                        "late complete",
                        "lowest complete");
    }

    private RecordedCompletion ordered(String name, int order) {
        return new RecordedCompletion(name, journal) {
            @Override
            public int getOrder() {
                return order;
            }
        };
    }

    @Test
    void u2_aFailureCallsOnlyOnFailure() {
        add("a");
        add("b");
        exchange.setException(new IllegalStateException("x"));
        exchange.end();
        assertThat(journal).containsExactly("b failure", "a failure");
    }

    @Test
    void u2_aCompletionThatClearsTheFailureDoesNotMakeTheOthersSucceed() {
        add("outer");
        exchange.addOnCompletion(new RecordedCompletion("clearing", journal) {
            @Override
            public void onFailure(Exchange failed) {
                super.onFailure(failed);
                failed.setException(null);
            }
        });
        exchange.setException(new IllegalStateException("x"));
        exchange.end();
        assertThat(journal).containsExactly("clearing failure", "outer failure");
    }

    @Test
    void u2_aCompletionThatThrowsDoesNotStopTheOthers() {
        add("a");
        exchange.addOnCompletion(throwing("error", new StackOverflowError("on purpose")));
        add("b");
        exchange.addOnCompletion(throwing("exception", new IllegalStateException("on purpose")));
        add("c");
        exchange.end();
        assertThat(journal)
                .containsExactly("c complete", "exception complete", "b complete", "error complete", "a complete");
        assertThat(log.failures())
                .extracting(Throwable::getClass)
                .isEqualTo(List.of(IllegalStateException.class, StackOverflowError.class));
        assertThat(log.messages()).allMatch(message -> message.contains(exchange.getExchangeId()));
        assertThat(exchange.getUnitOfWork().isDone()).isTrue();
    }

    @Test
    void u2_aCompletionThatThrowsAndHasAFailingToStringDoesNotStopTheOthers() {
        add("a");
        exchange.addOnCompletion(new RecordedCompletion("nameless", journal) {
            @Override
            public void onComplete(Exchange completed) {
                super.onComplete(completed);
                throw new IllegalStateException("on purpose");
            }

            @Override
            public String toString() {
                throw new IllegalStateException("on purpose too");
            }
        });
        add("b");
        exchange.end();
        assertThat(journal).containsExactly("b complete", "nameless complete", "a complete");
        assertThat(exchange.getUnitOfWork().isDone()).isTrue();
    }

    @Test
    void u2_aCompletionWhoseOrderThrowsDoesNotStopAny() {
        add("a");
        exchange.addOnCompletion(new RecordedCompletion("disordered", journal) {
            @Override
            public int getOrder() {
                throw new IllegalStateException("on purpose");
            }
        });
        add("b");
        exchange.end();
        assertThat(journal).containsExactly("b complete", "disordered complete", "a complete");
    }

    /** As many as a sort needs to notice that the orders contradict each other. */
    @Test
    void u2_ordersThatChangeWhileTheyAreReadLoseNoCompletion() {
        Random random = new Random(1);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add(i + " complete");
            exchange.addOnCompletion(new RecordedCompletion(Integer.toString(i), journal) {
                @Override
                public int getOrder() {
                    return random.nextInt();
                }
            });
        }
        exchange.end();
        assertThat(journal).containsExactlyInAnyOrderElementsOf(expected);
    }

    private RecordedCompletion throwing(String name, Throwable failure) {
        return new RecordedCompletion(name, journal) {
            @Override
            public void onComplete(Exchange completed) {
                super.onComplete(completed);
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }
        };
    }

    @Test
    void u2_doneWithinACompletionChangesNothing() {
        add("a");
        exchange.addOnCompletion(new RecordedCompletion("again", journal) {
            @Override
            public void onComplete(Exchange completed) {
                super.onComplete(completed);
                ((AbstractExchange) completed).end();
                assertThat(completed.getUnitOfWork().isDone()).isFalse();
            }
        });
        exchange.end();
        assertThat(journal).containsExactly("again complete", "a complete");
        assertThat(exchange.getUnitOfWork().isDone()).isTrue();
    }

    @Test
    void u2_aCompletionAddedByACompletionRunsToo() {
        add("a");
        exchange.addOnCompletion(new RecordedCompletion("adding", journal) {
            @Override
            public void onComplete(Exchange completed) {
                super.onComplete(completed);
                add("added");
            }
        });
        exchange.end();
        assertThat(journal).containsExactly("adding complete", "a complete", "added complete");
    }

    @Test
    void u2_aCompletionThatComesTooLateIsRefused() {
        exchange.getUnitOfWork();
        exchange.end();
        assertThatIllegalStateException()
                .isThrownBy(() -> add("late"))
                .withMessageContaining(exchange.getExchangeId())
                .withMessageContaining("before the exchange ends");
    }

    @Test
    void u2_completionsCanBeFound() {
        RecordedCompletion first = new RecordedCompletion("first", journal);
        RecordedCompletion second = new RecordedCompletion("second", journal);
        UnitOfWork work = exchange.getUnitOfWork();
        assertThat(work.containsSynchronization(first)).isFalse();
        work.addSynchronization(first);
        assertThat(work.containsSynchronization(first)).isTrue();
        assertThat(work.containsSynchronization(second)).isFalse();
        work.addSynchronization(second);
        assertThat(exchange.containsOnCompletion(second)).isTrue();
        assertThat(work.containsSynchronization(first)).isTrue();
    }
}
