package step09;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** An entry writes only to its own exchange, never to a copy made before or after. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void anEntryFromBeforeTheCopyWritesOnlyToTheOriginal() {
        Exercise origin = exercise();
        origin.setHeader("type", "express");
        Map.Entry<String, Object> entry = origin.firstHeader();
        Exercise copy = origin.copy();

        entry.setValue("slow");

        assertThat(copy.getHeader("type")).isEqualTo("express");
        assertThat(origin.getHeader("type")).isEqualTo("slow");
        assertThat(entry.getValue()).isEqualTo("slow");
    }

    @Test
    protected void anEntryKeepsReadingItsHeader() {
        Exercise origin = exercise();
        origin.setHeader("type", "express");

        assertThat(origin.firstHeader()).isEqualTo(Map.entry("type", "express"));
    }
}
