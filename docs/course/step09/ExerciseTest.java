package step09;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
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

        assertThat(copy.getHeader("type"))
                .as("of the copy, after setValue(slow) of an entry of the original")
                .isEqualTo("express");
        assertThat(origin.getHeader("type"))
                .as("of the original, after setValue(slow)")
                .isEqualTo("slow");
        assertThat(entry.getValue()).as("getValue() after setValue(slow)").isEqualTo("slow");
    }

    @Test
    protected void anEntryKeepsReadingItsHeader() {
        Exercise origin = exercise();
        origin.setHeader("type", "express");

        assertThat(origin.firstHeader())
                .as("firstHeader() after setHeader(type, express)")
                .isEqualTo(Map.entry("type", "express"));
    }

    @Test
    protected void anEntryOfACopyWritesOnlyToTheCopy() {
        Exercise origin = exercise();
        origin.setHeader("type", "express");
        Exercise copy = origin.copy();
        Exercise second = copy.copy();
        copy.firstHeader().setValue("slow");
        assertThat(origin.getHeader("type"))
                .as("of the original, after setValue(slow) of an entry of the copy")
                .isEqualTo("express");
        assertThat(second.getHeader("type"))
                .as("of a copy of the copy, after setValue(slow) of an entry of the copy")
                .isEqualTo("express");
        assertThat(copy.getHeader("type"))
                .as("of the copy, after setValue(slow) of its entry")
                .isEqualTo("slow");
    }

    /** Otherwise the copy is not copy-on-write any more. */
    @Test
    protected void aCopyStillSharesItsHeaders() {
        Exercise few = exercise();
        Exercise many = exercise();
        few.setHeader("name", "value");
        for (int i = 0; i < 100; i++) {
            many.setHeader("name" + i, "value");
        }
        assertThat(Bytes.of(many::copy))
                .as("bytes of a copy with 100 headers, compared with one that has 1")
                .isEqualTo(Bytes.of(few::copy));
    }
}
