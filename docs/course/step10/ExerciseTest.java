package step10;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** After a remove the array keeps neither the name nor the value, and the others are in insertion order. */
public class ExerciseTest {

    /** Overridden to test the solution. */
    protected Exercise exercise() {
        return new Exercise();
    }

    private Exercise filled(int size) {
        Exercise map = exercise();
        for (int i = 0; i < size; i++) {
            map.put("n" + i, "v" + i);
        }
        return map;
    }

    @Test
    protected void theOthersStayInInsertionOrder() {
        Exercise map = filled(4);
        map.remove("n1");
        assertThat(map.names()).as("n0 to n3 without n1").containsExactly("n0", "n2", "n3");
        map.put("n1", "again");
        assertThat(map.names()).as("n0 to n3, n1 removed and put again").containsExactly("n0", "n2", "n3", "n1");
    }

    @Test
    protected void nameAndValueAreNotRetained() {
        Exercise map = filled(2);
        map.remove("n0");
        assertThat(map.held()).as("held() after n0 of two was removed").isEqualTo(List.of("n1", "v1"));
        map.remove("n1");
        assertThat(map.held()).as("held() after both were removed").isEmpty();
    }

    @Test
    protected void aFullArrayIsNoException() {
        for (int gone = 0; gone < 8; gone++) {
            Exercise map = filled(8);
            map.remove("n" + gone);
            map.remove("absent");
            assertThat(map.names())
                    .as("names of eight without n%d", gone)
                    .hasSize(7)
                    .doesNotContain("n" + gone)
                    .isEqualTo(map.names().stream().sorted().toList());
            assertThat(map.held()).as("held() of eight without n%d", gone).hasSize(14);
        }
    }
}
