package step11;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exactly once, for each. */
public class ExerciseTest {

    private final List<String> ran = new ArrayList<>();

    /** The solution's test has another one. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void eachRunsOnceAlsoWhenTheWorkIsDoneTwice() {
        Exercise work = exercise();
        work.addCompletion(() -> ran.add("one"));
        work.addCompletion(() -> ran.add("two"));
        work.done();
        work.done();
        assertThat(ran).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    protected void oneThatThrowsDoesNotKeepTheOthersFromRunning() {
        Exercise work = exercise();
        work.addCompletion(() -> ran.add("one"));
        work.addCompletion(() -> {
            throw new IllegalStateException("for the log");
        });
        work.addCompletion(() -> ran.add("three"));
        work.done();
        work.done();
        assertThat(ran).containsExactlyInAnyOrder("one", "three");
    }

    @Test
    protected void oneThatIsAddedMeanwhileRunsToo() {
        Exercise work = exercise();
        work.addCompletion(() -> work.addCompletion(() -> ran.add("added")));
        work.addCompletion(() -> ran.add("two"));
        work.done();
        assertThat(ran).containsExactlyInAnyOrder("two", "added");
    }

    @Test
    protected void oneThatSaysTheWorkIsDoneRunsNothingTwice() {
        Exercise work = exercise();
        work.addCompletion(() -> {
            ran.add("one");
            work.done();
        });
        work.addCompletion(() -> ran.add("two"));
        work.done();
        assertThat(ran).containsExactlyInAnyOrder("one", "two");
    }
}
