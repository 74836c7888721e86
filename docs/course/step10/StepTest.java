package step10;

import static org.assertj.core.api.Assertions.assertThat;

import course.Cost;
import course.Figures;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes for few and many pairs, and the number of calls of equals. */
class StepTest {

    /** A name that counts the calls of its equals method. */
    private static final class Name {
        private static int compared;

        private final String text;

        Name(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            compared++;
            return other instanceof Name name && name.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }

    private static Name name(int number) {
        return new Name("property" + number);
    }

    private static final String[] NAMES = new String[16];

    static {
        for (int i = 0; i < NAMES.length; i++) {
            NAMES[i] = "property" + i;
        }
    }

    @Test
    void figures() {
        Figures figures = Figures.of(StepTest.class);
        for (int pairs : new int[] {1, 2, 5, 8, 9}) {
            figures.row(
                    pairs + (pairs == 1 ? " property" : " properties"),
                    Cost.of(() -> before(pairs)),
                    Cost.of(() -> after(pairs)));
        }
        figures.row("equals calls, absent name, 4 present", absentHashed(4), absent(4, After::put, After::get))
                .row("equals calls, absent name, 8 present", absentHashed(8), absent(8, After::put, After::get))
                .row("equals calls, absent name, 64 present", absentHashed(64), absent(64, After::put, After::get))
                .check();
    }

    private static Object before(int pairs) {
        Before map = new Before();
        for (int i = 0; i < pairs; i++) {
            map.put(NAMES[i], "value");
        }
        return map.storage();
    }

    private static Object after(int pairs) {
        Object storage = null;
        for (int i = 0; i < pairs; i++) {
            storage = After.put(storage, NAMES[i], "value");
        }
        return storage;
    }

    // ---- comparing

    private interface Put {
        Object into(Object storage, Object name, Object value);
    }

    private static int absent(int pairs, Put put, BiFunction<Object, Object, Object> get) {
        Object storage = null;
        for (int i = 0; i < pairs; i++) {
            storage = put.into(storage, name(i), i);
        }
        Name.compared = 0;
        assertThat(get.apply(storage, new Name("absent"))).isNull();
        return Name.compared;
    }

    private static int absentHashed(int pairs) {
        Map<Name, Object> map = new HashMap<>();
        for (int i = 0; i < pairs; i++) {
            map.put(name(i), i);
        }
        Name.compared = 0;
        assertThat(map.get(new Name("absent"))).isNull();
        return Name.compared;
    }

    private static Object putFlat(Object pairs, Object name, Object value) {
        return Flat.put((Object[]) pairs, name, value);
    }

    private static Object getFlat(Object pairs, Object name) {
        return Flat.get((Object[]) pairs, name);
    }

    @Test
    void theFlatArrayAloneComparesWithEveryName() {
        assertThat(absent(64, StepTest::putFlat, StepTest::getFlat)).isEqualTo(64);
    }

    @Test
    void aThousandPutsIntoAFlatArrayAreHalfAMillionComparisons() {
        Name.compared = 0;
        Object[] flat = null;
        for (int i = 0; i < 1_000; i++) {
            flat = Flat.put(flat, name(i), i);
        }
        assertThat(Name.compared).isEqualTo(1_000 * 999 / 2);

        Name.compared = 0;
        Object storage = null;
        for (int i = 0; i < 1_000; i++) {
            storage = After.put(storage, name(i), i);
        }
        assertThat(Name.compared).isLessThan(2_000);
    }

    @Test
    void theSameObjectIsFoundWithoutComparing() {
        Name wanted = name(7);
        Object storage = null;
        for (int i = 0; i < 7; i++) {
            storage = After.put(storage, name(i), i);
        }
        storage = After.put(storage, wanted, "found");
        Name.compared = 0;
        assertThat(After.get(storage, wanted)).isEqualTo("found");
        assertThat(Name.compared).isZero();
    }

    // ---- it is a map

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 6, 8, 9, 16, 17, 100})
    void whatWasPutIsFound(int pairs) {
        Object storage = null;
        for (int i = 0; i < pairs; i++) {
            storage = After.put(storage, "n" + i, i);
        }
        for (int i = 0; i < pairs; i++) {
            storage = After.put(storage, "n" + i, -i);
        }
        for (int i = 0; i < pairs; i++) {
            assertThat(After.get(storage, "n" + i)).isEqualTo(-i);
        }
        assertThat(After.get(storage, "absent")).isNull();
    }
}
