package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.mehari.Exchange;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Completions;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** U3: completions that are handed over are never lost. */
class HandoverLawsTest {

    private final CapturedLog log = new CapturedLog(Completions.class);
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AbstractExchange source = new DefaultExchange(context);
    private final AbstractExchange target = new DefaultExchange(context);
    private final List<String> journal = new ArrayList<>();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private RecordedCompletion completion(String name) {
        return new RecordedCompletion(name, journal);
    }

    private RecordedCompletion staying(String name) {
        return new RecordedCompletion(name, journal) {
            @Override
            public boolean allowHandover() {
                return false;
            }
        };
    }

    private List<String> journalOf(Exchange exchange) {
        journal.clear();
        ((AbstractExchange) exchange).end();
        return List.copyOf(journal);
    }

    @Test
    void u3_completionsMoveInTheirOrderAndRunWhenTheLastLegEnds() {
        target.addOnCompletion(completion("own"));
        source.addOnCompletion(completion("a"));
        source.addOnCompletion(completion("b"));
        source.handoverCompletions(target);
        assertThat(journalOf(source)).isEmpty();
        assertThat(journalOf(target)).containsExactly("b complete", "a complete", "own complete");
    }

    @Test
    void u3_completionsThatForbidItStay() {
        source.addOnCompletion(completion("a"));
        source.addOnCompletion(staying("stays"));
        source.addOnCompletion(completion("b"));
        source.handoverCompletions(target);
        assertThat(journalOf(source)).containsExactly("stays complete");
        assertThat(journalOf(target)).containsExactly("b complete", "a complete");
    }

    @Test
    void u3_completionsAreCalledBeforeTheyMove() {
        source.addOnCompletion(new RecordedCompletion("told", journal) {
            @Override
            public void beforeHandover(Exchange to) {
                assertThat(to).isSameAs(target);
                assertThat(target.containsOnCompletion(this)).isFalse();
                journal.add("told");
            }
        });
        source.handoverCompletions(target);
        assertThat(journal).containsExactly("told");
        assertThat(journalOf(target)).containsExactly("told complete");
    }

    @Test
    void u3_aTargetThatIsDoneIsRefusedAndNothingIsLost() {
        target.getUnitOfWork();
        target.end();
        source.addOnCompletion(completion("a"));
        source.addOnCompletion(completion("b"));
        assertThatIllegalStateException()
                .isThrownBy(() -> source.handoverCompletions(target))
                .withMessageContaining(target.getExchangeId());
        assertThat(journalOf(source)).containsExactly("b complete", "a complete");
    }

    @Test
    void u3_nothingIsLostWhenBeforeHandoverThrows() {
        for (Throwable failure : List.of(new IllegalStateException("on purpose"), new AssertionError("on purpose"))) {
            AbstractExchange from = new DefaultExchange(context);
            AbstractExchange to = new DefaultExchange(context);
            from.addOnCompletion(completion("a"));
            from.addOnCompletion(new RecordedCompletion("throwing", journal) {
                @Override
                public void beforeHandover(Exchange target) {
                    HandoverLawsTest.<RuntimeException>raise(failure);
                }
            });
            from.addOnCompletion(completion("b"));
            from.handoverCompletions(to);
            assertThat(journalOf(to)).containsExactly("b complete", "throwing complete", "a complete");
            assertThat(journalOf(from)).isEmpty();
            assertThat(log.failures()).contains(failure);
        }
    }

    @Test
    void u3_nothingIsLostWhenBeforeHandoverEndsTheTarget() {
        source.addOnCompletion(completion("a"));
        source.addOnCompletion(new RecordedCompletion("ending", journal) {
            @Override
            public void beforeHandover(Exchange to) {
                ((AbstractExchange) to).end();
            }
        });
        source.addOnCompletion(completion("b"));
        target.addOnCompletion(completion("own"));
        source.handoverCompletions(target);
        assertThat(journal).containsExactly("a complete", "own complete");
        assertThat(journalOf(source)).containsExactly("b complete", "ending complete");
    }

    @Test
    void u3_aCompletionThatIsNullIsRefusedAtOnce() {
        assertThatNullPointerException()
                .isThrownBy(() -> source.addOnCompletion(null))
                .withMessageContaining("completion");
    }

    @Test
    void u3_aCompletionWhoseAllowHandoverThrowsStays() {
        source.addOnCompletion(completion("a"));
        source.addOnCompletion(new RecordedCompletion("unsure", journal) {
            @Override
            public boolean allowHandover() {
                throw new IllegalStateException("on purpose");
            }
        });
        source.addOnCompletion(completion("b"));
        source.handoverCompletions(target);
        assertThat(journalOf(source)).containsExactly("unsure complete");
        assertThat(journalOf(target)).containsExactly("b complete", "a complete");
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // lets a checked exception or an error through
    private static <T extends Throwable> void raise(Throwable failure) throws T {
        throw (T) failure;
    }

    @Test
    void u3_theCallerMustRunRemovedCompletions() {
        source.addOnCompletion(completion("a"));
        source.addOnCompletion(staying("stays"));
        List<Synchronization> taken = source.handoverCompletions();
        assertThat(taken).hasSize(1);
        assertThat(journalOf(source)).containsExactly("stays complete");
        taken.forEach(target::addOnCompletion);
        assertThat(journalOf(target)).containsExactly("a complete");
    }

    @Test
    void u3_aHandoverToItselfChangesNothing() {
        source.addOnCompletion(completion("a"));
        source.handoverCompletions(source);
        assertThat(journalOf(source)).containsExactly("a complete");
    }

    @Test
    void u3_throughSeveralLegsEachRunsOnceAndSeesTheLastLegsOutcome() {
        AbstractExchange last = new DefaultExchange(context);
        source.addOnCompletion(completion("a"));
        source.handoverCompletions(target);
        target.addOnCompletion(completion("b"));
        target.handoverCompletions(last);
        last.setException(new IllegalStateException("x"));
        assertThat(journalOf(source)).isEmpty();
        assertThat(journalOf(target)).isEmpty();
        assertThat(journalOf(last)).containsExactly("b failure", "a failure");
    }
}
