package step12;

import static org.assertj.core.api.Assertions.assertThat;

import course.Casts;
import course.Figures;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The target types of the casts of a step, before and after. */
class StepTest {

    @Test
    void figures() {
        List<String> before = Casts.in(Before.class, true);
        List<String> after = Casts.in(After.class, true);
        Figures.of(StepTest.class)
                .row("casts to an interface", before.size(), after.size())
                .row(
                        "casts to a class",
                        Casts.in(Before.class, false).size(),
                        Casts.in(After.class, false).size())
                .row("interfaces of the exchange", interfaces(Before.Plain.class), interfaces(After.Plain.class))
                .check();
        assertThat(before).containsExactly("Message", "Extension", "Message", "Extension");
    }

    /** All interfaces of a class, with the inherited ones. The JVM searches them on a cast that misses its cache. */
    private static int interfaces(Class<?> type) {
        Set<Class<?>> found = new HashSet<>();
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            found.addAll(List.of(next.getInterfaces()));
        }
        return found.size();
    }

    @Test
    void theChainHasAtMostEightClasses() {
        int depth = 0;
        for (Class<?> next = After.Plain.class; next != null; next = next.getSuperclass()) {
            depth++;
        }
        assertThat(depth)
                .as("classes from Object on; the JVM keeps the first eight")
                .isLessThanOrEqualTo(8);
    }

    @Test
    void bothHaveTheSameResults() {
        assertThat(Before.step(new ArrayDeque<>(List.of(new Before.Plain())))).isEqualTo("body");
        assertThat(After.step(new ArrayDeque<>(List.of(new After.Plain())))).isEqualTo("body");
    }
}
