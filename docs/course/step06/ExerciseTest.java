package step06;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests for a solution of the exercise. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    @Test
    protected void otherNamesAreStillFoundAfterARemove() {
        Random random = new Random(6);
        Exercise.Headers headers = exercise().headers();
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (int i = 0; i < 5000; i++) {
            String name = "name-" + random.nextInt(30);
            if (random.nextBoolean()) {
                headers.put(name, i);
                expected.put(name, i);
            } else {
                assertThat(headers.remove(name.toUpperCase(Locale.ROOT)))
                        .as("remove(%s), call %d", name, i + 1)
                        .isEqualTo(expected.remove(name));
            }
            for (int n = 0; n < 30; n++) {
                assertThat(headers.get("name-" + n))
                        .as("get(name-%d) after a put or remove of %s, call %d", n, name, i + 1)
                        .isEqualTo(expected.get("name-" + n));
            }
            assertThat(headers.names())
                    .as("names() after call %d", i + 1)
                    .isEqualTo(new ArrayList<>(expected.keySet()));
        }
    }

    @Test
    protected void puttingAndRemovingDoesNotMakeItGrow() {
        Exercise.Headers headers = exercise().headers();
        headers.put("stays", 0);
        for (int i = 0; i < 100_000; i++) {
            headers.put("comes-and-goes", i);
            assertThat(headers.remove("comes-and-goes"))
                    .as("remove, time %d", i + 1)
                    .isEqualTo(i);
        }
        assertThat(headers.room()).as("room() after 100,000 puts and removes").isLessThanOrEqualTo(16);
        assertThat(headers.get("stays"))
                .as("get(stays) after 100,000 puts and removes")
                .isEqualTo(0);
    }
}
