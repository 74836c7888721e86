package step11;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each completion runs exactly once. */
public class ExerciseTest {

    private final List<String> ran = new ArrayList<>();

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void eachRunsOnceEvenIfDoneIsCalledTwice() {
        Exercise work = exercise();
        work.addCompletion(() -> ran.add("one"));
        work.addCompletion(() -> ran.add("two"));
        work.done();
        work.done();
        assertThat(ran).as("what ran: done() twice, with two completions").containsExactlyInAnyOrder("one", "two");
    }

    @Test
    protected void theOthersRunAfterOneThrows() {
        Exercise work = exercise();
        work.addCompletion(() -> ran.add("one"));
        work.addCompletion(() -> {
            throw new IllegalStateException("to be logged");
        });
        work.addCompletion(() -> ran.add("three"));
        work.done();
        work.done();
        assertThat(ran).as("what ran: the second of three throws").containsExactlyInAnyOrder("one", "three");
    }

    @Test
    protected void aCompletionAddedByAnotherRuns() {
        Exercise work = exercise();
        work.addCompletion(() -> work.addCompletion(() -> ran.add("added")));
        work.addCompletion(() -> ran.add("two"));
        work.done();
        assertThat(ran).as("what ran: the first of two adds one").containsExactlyInAnyOrder("two", "added");
    }

    @Test
    protected void aCompletionThatCallsDoneRunsNothingTwice() {
        Exercise work = exercise();
        work.addCompletion(() -> {
            ran.add("one");
            work.done();
        });
        work.addCompletion(() -> ran.add("two"));
        work.done();
        assertThat(ran).as("what ran: the first of two calls done()").containsExactlyInAnyOrder("one", "two");
    }
}
