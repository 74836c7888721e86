package step16;

import static org.assertj.core.api.Assertions.assertThat;

import course.Leftovers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes to every field, calls reset, and looks at every field. A field that is added later is found too. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void afterAResetEveryFieldIsAsInANewOne() throws ReflectiveOperationException {
        Exercise used = exercise();
        List<String> written = Leftovers.writeTo(used);
        used.reset();
        assertThat(Leftovers.of(used, exercise()))
                .as("fields that differ from a new exchange after writes to %s and a reset", written)
                .isEmpty();
        assertThat(written).as("fields that were written").hasSizeGreaterThanOrEqualTo(7);
    }
}
