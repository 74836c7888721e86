package step09;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** An entry writes to the exchange that it came from, and to no copy, whenever the copy was taken. */
public class ExerciseTest {

    /** The solution's test has another one. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void anEntryFromBeforeTheCopyWritesToTheOriginAlone() {
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
    protected void anEntryGoesOnReadingWhatItWasAskedFor() {
        Exercise origin = exercise();
        origin.setHeader("type", "express");

        assertThat(origin.firstHeader()).isEqualTo(Map.entry("type", "express"));
    }
}
