package course;

import static org.assertj.core.api.Assertions.assertThat;

import course.Layout.Jvm;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The card of sizes and its drills show what JOL and the JVM's own count show. */
class SizesTest {

    private static final Path PAGE = Pages.root().resolve("sizes.md");

    private static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(name, false, SizesTest.class.getClassLoader());
    }

    private static List<Class<?>> classes() throws ClassNotFoundException {
        return List.of(
                Object.class,
                Integer.class,
                Long.class,
                Date.class,
                String.class,
                ArrayList.class,
                ArrayDeque.class,
                HashMap.class,
                named("java.util.HashMap$Node"),
                named("java.util.LinkedHashMap$Entry"),
                TreeMap.class,
                named("java.util.TreeMap$Entry"),
                EnumMap.class,
                ReentrantLock.class,
                named("java.util.concurrent.locks.ReentrantLock$NonfairSync"),
                AbstractMap.SimpleEntry.class);
    }

    @Test
    void theCardShowsWhatJolComputes() throws Exception {
        StringBuilder table = new StringBuilder(row("", "usual", "compact headers", "32 GB or more"));
        for (Class<?> type : classes()) {
            table.append(row(
                    type.getName().replaceFirst(".*\\.", "").replace('$', '.'),
                    Layout.size(type, Jvm.USUAL),
                    Layout.size(type, Jvm.COMPACT_HEADERS),
                    Layout.size(type, Jvm.LARGE_HEAP)));
        }
        for (int length : new int[] {0, 1, 2, 3, 16}) {
            table.append(
                    row("Object[" + length + "]", array(16, 4, length), array(12, 4, length), array(16, 8, length)));
            assertThat(Bytes.of(() -> new Object[length])).isEqualTo(array(Layout.arrayHeader(), 4, length));
        }
        Pages.checkBlock(PAGE, "sizes", table.toString());
    }

    private static String row(Object... cells) {
        return "%-26s %8s %16s %14s%n".formatted(cells);
    }

    private static long array(int header, int element, int length) {
        return (header + (long) element * length + 7) / 8 * 8;
    }

    @Test
    void theDrillsHaveTheseAnswers() {
        List<Supplier<?>> drills = Drills.all();
        StringBuilder answers = new StringBuilder("    allocated    reachable\n");
        for (int i = 0; i < drills.size(); i++) {
            Cost cost = Cost.of(drills.get(i));
            String reachable = cost.reachable() + " B (" + cost.objects() + ")";
            answers.append("%2d  %7d B  %11s%n".formatted(i + 1, cost.allocated(), reachable));
        }
        assertThat(drills).hasSize(12);
        Pages.checkBlock(PAGE, "answers", answers.toString());
    }

    @Test
    void thePageShowsTheDrills() {
        Pages.checkRegions(PAGE);
    }

    @Test
    void aStringIsTwoObjects() {
        for (String text : List.of("a", "Content-Type", "a longer name than most headers have")) {
            long array = array(Layout.arrayHeader(), 1, text.length() + 1);
            assertThat(Cost.of(() -> text.concat("!"))).as(text).isEqualTo(Cost.ofAll(24 + array, 2));
        }
    }

    @Test
    void aHashMapMakesItsArrayWithItsFirstEntryAndATreeMapHasNone() {
        assertThat(Cost.of(HashMap::new).objects()).isEqualTo(1);
        assertThat(Cost.of(() -> Drills.withOne(new HashMap<>())).objects()).isEqualTo(3);
        assertThat(Cost.of(() -> Drills.withOne(new TreeMap<>())).objects()).isEqualTo(2);
    }
}
