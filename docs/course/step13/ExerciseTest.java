package step13;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The ring still works when an int would overflow. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise(int before) {
        return new Exercise(before);
    }

    private static void goesRound(Exercise ring, String where) {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                assertThat(ring.offer(10 * round + i))
                        .as("%s: offer %d of round %d", where, i + 1, round + 1)
                        .isTrue();
            }
            assertThat(ring.offer("too many"))
                    .as("%s: offer 6 of round %d", where, round + 1)
                    .isFalse();
            for (int i = 0; i < 5; i++) {
                assertThat(ring.poll())
                        .as("%s: poll %d of round %d", where, i + 1, round + 1)
                        .isEqualTo(10 * round + i);
            }
            assertThat(ring.poll())
                    .as("%s: poll 6 of round %d", where, round + 1)
                    .isNull();
        }
    }

    @Test
    protected void aNewRingWrapsAround() {
        goesRound(exercise(0), "a new ring");
    }

    @Test
    protected void aRingWrapsAroundAtTheLargestInt() {
        for (int before = Integer.MAX_VALUE; before > Integer.MAX_VALUE - 12; before--) {
            goesRound(exercise(before), "a ring after " + before);
        }
    }

    private static List<Field> ints(Exercise ring) {
        List<Field> ints = new ArrayList<>();
        for (Class<?> type = ring.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getType() == int.class && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    ints.add(field);
                }
            }
        }
        return ints;
    }

    /** Whatever the constructor does: an int that counts the messages overflows one day. */
    @Test
    protected void anIntThatCountsMessagesMayOverflow() throws IllegalAccessException {
        Exercise ring = exercise(0);
        Map<Field, Integer> before = new HashMap<>();
        for (Field field : ints(ring)) {
            before.put(field, field.getInt(ring));
        }
        goesRound(ring, "a new ring");
        List<String> counters = new ArrayList<>();
        for (Field field : before.keySet()) {
            if (field.getInt(ring) - before.get(field) == 15) { // the messages of the three rounds
                field.setInt(ring, Integer.MAX_VALUE - 2);
                counters.add(field.getName());
            }
        }
        goesRound(ring, "a ring after 2147483645 messages, counted by " + counters);
    }
}
