package step08;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void tenThousandNamesHaveOneHash() {
        for (int count : new int[] {1, 3, 1000, 10_000}) {
            List<String> names = exercise().namesOfOneHash(count);
            Set<Integer> hashes = new HashSet<>();
            for (String name : names) {
                hashes.add(Exercise.quickHash(name));
            }
            assertThat(new HashSet<>(names).size())
                    .as("different names of namesOfOneHash(%d)", count)
                    .isEqualTo(count);
            assertThat(hashes.size())
                    .as("different hashes of namesOfOneHash(%d)", count)
                    .isEqualTo(1);
        }
    }

    @Test
    protected void theyLookLikeNamesOfHeaders() {
        assertThat(exercise().namesOfOneHash(10_000))
                .as("names that match [A-Za-z][A-Za-z0-9-]{0,39}")
                .allMatch(name -> name.matches("[A-Za-z][A-Za-z0-9-]{0,39}"));
    }
}
