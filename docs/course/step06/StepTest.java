package step06;

import static org.assertj.core.api.Assertions.assertThat;

import course.Bytes;
import course.Cost;
import course.Figures;
import course.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Case-insensitive names: in a tree, in a hash map of folded copies, in a hash table that folds while it hashes. */
class StepTest {

    private static final List<String> NAMES = List.of("X-Trace", "Content-Type", "X-Order", "Priority", "X-Customer");

    private static Before before() {
        Before headers = new Before();
        for (int i = 0; i < 5; i++) {
            headers.put(NAMES.get(i), "value");
        }
        return headers;
    }

    /** The map of {@link Before}, without the object around it. */
    private static Map<String, Object> tree() {
        Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < 5; i++) {
            headers.put(NAMES.get(i), "value");
        }
        return headers;
    }

    private static Tempting tempting() {
        Tempting headers = new Tempting();
        for (int i = 0; i < 5; i++) {
            headers.put(NAMES.get(i), "value");
        }
        return headers;
    }

    private static After after() {
        After headers = new After();
        for (int i = 0; i < 5; i++) {
            headers.put(NAMES.get(i), "value");
        }
        return headers;
    }

    @Test
    void figures() {
        Before before = before();
        After after = after();
        Figures.of(StepTest.class)
                .row("five headers", Cost.of(StepTest::tree), Cost.of(StepTest::after))
                .row("the same with folded copies, without the map object", withoutTheMap(), "-")
                .check();
        assertThat(before.names()).containsExactlyElementsOf(sorted(NAMES));
        assertThat(after.names()).isEqualTo(NAMES);
    }

    /** Without the map object, which has another size on JDK 25, and the object of 16 bytes that holds it. */
    private static Cost withoutTheMap() {
        Cost cost = Cost.of(StepTest::tempting);
        long map = 16 + Layout.size(LinkedHashMap.class);
        return new Cost(cost.allocated() - map, cost.reachable() - map, cost.objects() - 2);
    }

    @Test
    void figuresOfALookUp() {
        Before before = before();
        Tempting tempting = tempting();
        After after = after();
        Figures.ofSecondClaim(StepTest.class, "before", "after")
                .row(
                        "allocated to find X-CUSTOMER",
                        Bytes.of(() -> before.get("X-CUSTOMER")) + " B",
                        Bytes.of(() -> after.get("X-CUSTOMER")) + " B")
                .row("the same with folded copies", Bytes.of(() -> tempting.get("X-CUSTOMER")) + " B", "-")
                .check();
    }

    private static List<String> sorted(List<String> names) {
        List<String> sorted = new ArrayList<>(names);
        sorted.sort(String.CASE_INSENSITIVE_ORDER);
        return sorted;
    }

    @Test
    void foldedCopiesCostMoreThanTheTree() {
        Tempting tempting = tempting();
        assertThat(withoutTheMap()).isEqualTo(Cost.ofAll(656, 21));
        assertThat(Bytes.of(() -> tempting.get("X-CUSTOMER"))).isEqualTo(24 + 32);
        assertThat(Bytes.of(() -> tempting.get("x-customer"))).isZero();
    }

    @Test
    void aNameKeepsTheCaseOfTheFirstPut() {
        Before before = before();
        After after = after();
        before.put("CONTENT-TYPE", "other");
        after.put("CONTENT-TYPE", "other");
        assertThat(before.names()).contains("Content-Type");
        assertThat(after.names()).isEqualTo(NAMES);
        assertThat(after.get("content-type")).isEqualTo("other");
    }

    @Test
    void itAnswersAsTheTreeDoes() {
        Random random = new Random(6);
        Before before = new Before();
        After after = new After();
        for (int i = 0; i < 20_000; i++) {
            String name = "Header-" + random.nextInt(1000);
            String spelled = random.nextBoolean() ? name.toUpperCase(Locale.ROOT) : name;
            assertThat(after.get(spelled)).isEqualTo(before.get(spelled));
            if (random.nextInt(3) == 0) {
                before.put(spelled, i);
                after.put(spelled, i);
            }
        }
        List<String> names = after.names();
        Collections.sort(names, String.CASE_INSENSITIVE_ORDER);
        assertThat(before.names()).containsExactlyElementsOf(names);
    }
}
