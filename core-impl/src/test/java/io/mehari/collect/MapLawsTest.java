package io.mehari.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.collect.slots.Contents;
import io.mehari.collect.slots.Slots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws of headers (H) and properties (P), and faults 1 to 10 of another framework, on the two maps alone. */
class MapLawsTest {

    /** Sizes on both sides of the switch from flat to indexed. */
    private static final String FLAT = "3";

    private static final String FULL = "8";
    private static final String INDEXED = "40";

    private static String other(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.equals(name) ? name.toLowerCase(Locale.ROOT) : upper;
    }

    private static CaseInsensitiveMap<@Nullable Object> names(int count) {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        for (int i = 0; i < count; i++) {
            map.put("Name-" + i, i);
        }
        return map;
    }

    private static FlatMap<String, @Nullable Object> properties(int count) {
        FlatMap<String, @Nullable Object> map = new FlatMap<>();
        for (int i = 0; i < count; i++) {
            map.put("name" + i, i);
        }
        return map;
    }

    private static int capacity(OwnedSlotMap<?, ?> map) {
        return Contents.capacity(map.storage());
    }

    // ---- H1

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void h1_lookAlikeCharactersMakeDifferentNamesInEveryLocale(int size) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            CaseInsensitiveMap<@Nullable Object> map = names(size);
            map.put("KISS", 1);
            assertThat(map).containsKeys("kiss", "Kiss", "kISS");
            for (String lookAlike : List.of("\u212Aiss", "k\u0130ss", "k\u0131ss", "ki\u017Fs", "K\u0131SS")) {
                assertThat(map.containsKey(lookAlike)).as(lookAlike).isFalse();
                assertThat(map.keySet().remove(lookAlike)).isFalse();
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void h1_only26PairsOfCharactersAreEqual() {
        CaseInsensitiveMap<Integer> map = new CaseInsensitiveMap<>();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            map.put(Character.toString(c), c);
        }
        assertThat(map).hasSize(65_536 - 26);
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            int expected = c >= 'A' && c <= 'Z' ? c + 32 : c;
            if (!Integer.valueOf(expected).equals(map.get(Character.toString(c)))) {
                assertThat(map.get(Character.toString(c))).as("U+%04X", c).isEqualTo(expected);
            }
        }
    }

    // ---- H2

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h2_theFirstSpellingStaysAndSoDoesTheOrder(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        List<String> before = new ArrayList<>(map.keySet());
        for (int i = size - 1; i >= 0; i--) {
            assertThat(map.put("NAME-" + i, "new")).isEqualTo(i);
        }
        assertThat(map.keySet()).containsExactlyElementsOf(before);
        assertThat(map.values()).containsOnly("new");
        map.remove("nAME-0");
        map.put("nAME-0", "again");
        assertThat(new ArrayList<>(map.keySet()).get(size - 1)).isEqualTo("nAME-0");
    }

    @Test
    void h2_streamsKeepTheOrder() {
        CaseInsensitiveMap<@Nullable Object> map = names(20);
        assertThat(map.keySet().spliterator().hasCharacteristics(Spliterator.ORDERED))
                .isTrue();
        assertThat(map.values().spliterator().hasCharacteristics(Spliterator.ORDERED))
                .isTrue();
        assertThat(map.entrySet().spliterator().hasCharacteristics(Spliterator.ORDERED))
                .isTrue();
        assertThat(map.keySet().parallelStream().limit(3)).containsExactly("Name-0", "Name-1", "Name-2");
    }

    // ---- H3: what the suites of MapContractTest do not ask

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h3_keySetIsCaseInsensitiveForArgumentsOfAnyLength(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        List<Object> many = new ArrayList<>(Collections.nCopies(2 * size, "absent"));
        many.add("NAME-0");
        many.add(17);
        assertThat(map.keySet().removeAll(many)).isTrue();
        assertThat(map.keySet().removeAll(List.of("NAME-1"))).isTrue();
        assertThat(map.keySet().removeAll(Set.of("absent"))).isFalse();
        assertThat(map).hasSize(size - 2);
        assertThat(map.keySet().containsAll(List.of("NAME-2"))).isTrue();
        assertThat(map.keySet().retainAll(List.of("nAME-2", "absent", "absent too")))
                .isEqualTo(size > 3);
        assertThat(map.keySet()).containsExactly("Name-2");
        assertThat(map.keySet().removeAll(map.keySet())).isTrue();
        assertThat(map).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h3_equalsIsCaseSensitiveAndEqualsIgnoreCaseIsNot(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        Map<String, @Nullable Object> same = new HashMap<>(map);
        assertThat(map.equals(same)).isTrue();
        assertThat(same.equals(map)).isTrue();
        assertThat(map.hashCode()).isEqualTo(same.hashCode());
        Map<String, @Nullable Object> spelled = new LinkedHashMap<>();
        map.forEach((name, value) -> spelled.put(other(name), value));
        assertThat(map.equals(spelled)).isFalse();
        assertThat(map.keySet().equals(spelled.keySet())).isFalse();
        assertThat(map.equalsIgnoreCase(spelled)).isTrue();
        assertThat(map.equalsIgnoreCase(new CaseInsensitiveMap<@Nullable Object>(spelled)))
                .isTrue();
        spelled.put("name-0", "another value");
        assertThat(map.equalsIgnoreCase(spelled)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", FLAT, FULL, INDEXED})
    void h3_everyViewHasTheSizeOfTheMap(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        assertThat(map.keySet().size()).isEqualTo(size);
        assertThat(map.values().size()).isEqualTo(size);
        assertThat(map.entrySet().size()).isEqualTo(size);
    }

    @Test
    @SuppressWarnings("CollectionIncompatibleType") // the point: what gets past the compiler
    void h3_theEntrySetContainsNoOtherObject() {
        CaseInsensitiveMap<@Nullable Object> map = names(3);
        assertThat(map.entrySet().contains("Name-0")).isFalse();
        assertThat(map.entrySet().remove("Name-0")).isFalse();
        assertThat(map).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h3_iteratorsRefuseAnIllegalRemove(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        for (Iterator<?> iterator : List.of(
                map.keySet().iterator(), map.values().iterator(), map.entrySet().iterator())) {
            assertThatThrownBy(iterator::remove).isInstanceOf(IllegalStateException.class);
        }
        Iterator<String> twice = map.keySet().iterator();
        twice.next();
        twice.remove();
        assertThatThrownBy(twice::remove).isInstanceOf(IllegalStateException.class);
        assertThat(map).hasSize(size - 1).doesNotContainKey("Name-0");
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h3_everyStructuralChangeIsNoticed(int size) {
        List<Runnable> changes = new ArrayList<>();
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        changes.add(() -> map.put("new", 1));
        changes.add(() -> map.remove("NEW"));
        changes.add(() -> map.keySet().remove("name-1"));
        changes.add(() -> map.values().remove(2));
        changes.add(() -> map.putIfAbsent("newer", 1));
        changes.add(map::clear);
        for (Runnable change : changes) {
            Iterator<?> keys = map.keySet().iterator();
            keys.next();
            change.run();
            assertThatThrownBy(keys::next).isInstanceOf(ConcurrentModificationException.class);
            assertThatThrownBy(keys::remove).isInstanceOf(ConcurrentModificationException.class);
        }
        CaseInsensitiveMap<@Nullable Object> changed = names(size);
        assertThatThrownBy(() -> changed.forEach((name, value) -> changed.put(name + "x", value)))
                .isInstanceOf(ConcurrentModificationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h3_aCopyDoesNotDisturbAnIterationOfItsOriginal(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        CaseInsensitiveMap<@Nullable Object> expected = names(size);
        List<CaseInsensitiveMap<@Nullable Object>> copies = new ArrayList<>();
        for (Iterator<Map.Entry<String, @Nullable Object>> entries =
                        map.entrySet().iterator();
                entries.hasNext(); ) {
            Map.Entry<String, @Nullable Object> entry = entries.next();
            copies.add(map.copy());
            entry.setValue("changed");
            copies.add(map.copy());
            entries.remove();
            assertThat(entry.getKey()).startsWith("Name-");
            assertThat(entry.getValue()).isEqualTo("changed");
        }
        assertThat(map).isEmpty();
        for (int i = 0; i < size; i++) {
            assertThat(copies.get(2 * i)).containsExactlyEntriesOf(expected);
            expected.put("name-" + i, "changed");
            assertThat(copies.get(2 * i + 1)).containsExactlyEntriesOf(expected);
            expected.remove("name-" + i);
        }
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes", "CollectionIncompatibleType"}) // the point: what gets past the compiler
    void h3_aKeyThatIsNoStringIsAbsentAndRefused() {
        CaseInsensitiveMap<@Nullable Object> map = names(3);
        assertThat(map.get(1)).isNull();
        assertThat(map.remove(1)).isNull();
        assertThat(map.keySet().contains(1)).isFalse();
        assertThatThrownBy(() -> ((Map) map).put(1, 1)).isInstanceOf(ClassCastException.class);
        assertThat(map.get("name-2")).isEqualTo(2);
    }

    // ---- H4

    @ParameterizedTest
    @ValueSource(strings = {"0", FLAT, INDEXED})
    @SuppressWarnings("NullAway") // the point
    void h4_aNullNameIsRefusedWithAMessage(int size) {
        for (Map<String, @Nullable Object> map : List.of(names(size), properties(size))) {
            assertThatThrownBy(() -> map.put(null, 1)).hasMessage("a key must not be null");
            assertThatThrownBy(() -> map.get(null)).hasMessage("a key must not be null");
            assertThatThrownBy(() -> map.remove(null)).hasMessage("a key must not be null");
            assertThatThrownBy(() -> map.containsKey(null)).hasMessage("a key must not be null");
            assertThat(map).hasSize(size);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", FLAT, INDEXED})
    void h4_aNullValueDiffersFromAnAbsentHeader(int size) {
        for (Map<String, @Nullable Object> map : List.of(names(size), properties(size))) {
            map.put("none", null);
            assertThat(map.containsKey("none")).isTrue();
            assertThat(map.containsKey("absent")).isFalse();
            assertThat(map.get("none")).isNull();
            assertThat(map.getOrDefault("none", 1)).isNull();
            assertThat(map.getOrDefault("absent", 1)).isEqualTo(1);
            assertThat(map).hasSize(size + 1);
            assertThat(map.remove("none", null)).isTrue();
            assertThat(map.remove("none", null)).isFalse();
        }
    }

    // ---- H5

    /** Puts and removes, with never more than {@code alive} names in the map. */
    private static void churn(Map<String, @Nullable Object> map, int alive, int times) {
        String[] names = new String[3 * alive];
        for (int i = 0; i < names.length; i++) {
            names[i] = "Name-" + i;
        }
        for (int i = 0; i < times; i++) {
            map.put(names[i % names.length], i);
            if (i >= alive - 1) {
                map.remove(names[(i - alive + 1) % names.length]);
            }
        }
    }

    @Test
    void h5_puttingAndRemovingEightNamesKeepsOneArray() {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        churn(map, 8, 1_000_000);
        assertThat(map).hasSize(7);
        assertThat(map.storage()).isInstanceOf(Object[].class);
        assertThat(capacity(map)).isLessThanOrEqualTo(16);
    }

    @Test
    @Tag("slow")
    void h5_tenMillionPutsAndRemovesDoNotGrowTheMap() {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        churn(map, 8, 10_000_000);
        assertThat(capacity(map)).isLessThanOrEqualTo(16);
        CaseInsensitiveMap<@Nullable Object> indexed = new CaseInsensitiveMap<>();
        churn(indexed, 12, 10_000_000);
        assertThat(capacity(indexed)).isLessThanOrEqualTo(32);
        FlatMap<String, @Nullable Object> flat = new FlatMap<>();
        churn(flat, 8, 10_000_000);
        assertThat(capacity(flat)).isLessThanOrEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 12, 16, 100, 1000})
    void h5_whatIsHeldIsBoundedByTheLargestLiveSize(int alive) {
        for (OwnedSlotMap<String, @Nullable Object> map :
                List.of(new CaseInsensitiveMap<@Nullable Object>(), new FlatMap<String, @Nullable Object>())) {
            churn(map, alive, 20_000);
            assertThat(capacity(map)).isBetween(alive - 1, Math.max(16, 4 * alive));
        }
    }

    @Test
    void h5_aRemovedPairCanBeCollected() {
        CaseInsensitiveMap<@Nullable Object> map = names(20);
        Object name = map.keySet().iterator().next();
        Object value = new Object();
        map.put("Name-0", value);
        map.remove("name-0");
        CaseInsensitiveMap<@Nullable Object> few = names(3);
        few.put("name-2", value);
        few.remove("NAME-2");
        assertThat(Contents.array(map.storage())).doesNotContain(name, value);
        assertThat(Contents.array(few.storage())).doesNotContain(value);
    }

    // ---- H7

    /** Everything that changes nothing. */
    private static List<Runnable> idle(Map<String, @Nullable Object> map, String first, @Nullable Object value) {
        return List.of(
                () -> map.remove("absent"),
                () -> map.remove("absent", 1),
                () -> map.remove(first, "no such value"),
                () -> map.putIfAbsent(first, "another"),
                () -> map.put(first, value),
                () -> map.replace("absent", 1),
                () -> map.replace(first, "no such value", 1),
                () -> map.computeIfAbsent(first, name -> "another"),
                () -> map.computeIfPresent("absent", (name, old) -> old),
                () -> map.compute("absent", (name, old) -> null),
                () -> map.putAll(Map.of()),
                () -> map.replaceAll((name, old) -> old),
                () -> map.keySet().remove("absent"),
                () -> map.keySet().removeAll(List.of("absent", 1)),
                () -> map.keySet().retainAll(new ArrayList<>(map.keySet())),
                () -> map.keySet().removeIf(name -> false),
                () -> map.values().remove("no such value"),
                () -> map.values().removeAll(List.of("no such value")),
                () -> map.values().retainAll(new ArrayList<>(map.values())),
                () -> map.values().removeIf(one -> false),
                () -> map.entrySet().remove(Map.entry(first, "no such value")),
                () -> map.entrySet().removeIf(entry -> false),
                () -> map.entrySet().retainAll(new ArrayList<>(map.entrySet())),
                () -> map.entrySet().iterator().next().setValue(value),
                () -> assertThat(map.hashCode()).isEqualTo(new HashMap<>(map).hashCode()));
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void h7_anOperationWithoutEffectKeepsTheSharing(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        CaseInsensitiveMap<@Nullable Object> copy = map.copy();
        List<Runnable> idle = idle(map, "Name-0", map.get("Name-0"));
        for (int i = 0; i < idle.size(); i++) {
            idle.get(i).run();
            assertThat(map.storage()).as("after operation %d", i).isSameAs(copy.storage());
        }
        FlatMap<String, @Nullable Object> flat = properties(size);
        FlatMap<String, @Nullable Object> flatCopy = flat.copy();
        idle(flatCopy, "name0", flat.get("name0")).forEach(Runnable::run);
        assertThat(flatCopy.storage()).isSameAs(flat.storage());
    }

    // ---- H8

    @Test
    void h8_fewEntriesAreInOneArrayAndManyHaveAnIndex() {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        assertThat(map.storage()).isNull();
        for (int i = 1; i <= 2 * Contents.MOST_NAMES; i++) {
            map.put("Name-" + i, i);
            int fewest = Contents.hasLayout(map.storage()) ? Contents.MOST_NAMES : Slots.FLAT_PAIRS;
            assertThat(map.storage() instanceof Object[]).isEqualTo(i <= fewest);
            assertThat(map).hasSize(i);
            for (int j = 1; j <= i; j++) {
                assertThat(map.get("name-" + j)).isEqualTo(j);
            }
            assertThat(map.get("name-" + (i + 1))).isNull();
        }
    }

    @Test
    void h8_anEntrySurvivesTheSwitch() {
        CaseInsensitiveMap<@Nullable Object> map = names(Slots.FLAT_PAIRS);
        List<Map.Entry<String, @Nullable Object>> entries = new ArrayList<>(map.entrySet());
        map.remove("name-0");
        for (int i = 0; i < 30; i++) {
            map.put("more" + i, i);
        }
        entries.get(5).setValue("written");
        assertThat(map.get("Name-5")).isEqualTo("written");
        assertThat(entries.get(0).getKey()).isEqualTo("Name-0");
        assertThat(entries.get(0).getValue()).isEqualTo(0);
        entries.get(0).setValue("gone");
        assertThat(map).doesNotContainKey("Name-0").doesNotContainValue("gone");
    }

    // ---- P1, P2

    @Test
    void p1_findsByIdentityAndByEquality() {
        FlatMap<Object, String> map = new FlatMap<>();
        for (int i = 0; i < 1000; i++) {
            map.put(i % 2 == 0 ? (Object) ("name" + i) : (Object) i, "value" + i);
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(map.get(i % 2 == 0 ? (Object) ("name" + i) : (Object) i)).isEqualTo("value" + i);
        }
        assertThat(map.get("NAME0")).isNull();
        assertThat(map).hasSize(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void p2_removalKeepsTheOrder(int size) {
        FlatMap<String, @Nullable Object> map = properties(size);
        List<String> expected = new ArrayList<>(map.keySet());
        map.remove("name1");
        expected.remove("name1");
        assertThat(map.keySet()).containsExactlyElementsOf(expected);
        map.put("name1", "again");
        expected.add("name1");
        assertThat(map.keySet()).containsExactlyElementsOf(expected);
    }

    // ---- E6, E7: copies

    /** Every way to write. */
    private static List<Runnable> writes(Map<String, @Nullable Object> map, String first) {
        return List.of(
                () -> map.put(first, "w"),
                () -> map.put("new", "w"),
                () -> map.remove(first),
                map::clear,
                () -> map.putAll(Map.of("new", 1, first, 2)),
                () -> map.merge(first, 1, (a, b) -> "w"),
                () -> map.compute(first, (name, old) -> null),
                () -> map.replaceAll((name, old) -> "w"),
                () -> map.entrySet().iterator().next().setValue("w"),
                () -> map.entrySet().removeIf(entry -> true),
                () -> map.keySet().removeAll(List.of(first)),
                () -> map.keySet().retainAll(List.of(first)),
                () -> map.values().remove(1),
                () -> {
                    Iterator<@Nullable Object> values = map.values().iterator();
                    values.next();
                    values.remove();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void e6_aWriteShowsOnlyOnItsOwnSide(int size) {
        int ways = writes(names(size), "Name-0").size();
        for (int way = 0; way < 2 * ways; way++) {
            CaseInsensitiveMap<@Nullable Object> original = names(size);
            CaseInsensitiveMap<@Nullable Object> copy = original.copy();
            CaseInsensitiveMap<@Nullable Object> constructed = new CaseInsensitiveMap<>(original);
            CaseInsensitiveMap<@Nullable Object> written = way % 2 == 0 ? original : copy;
            writes(written, "Name-0").get(way / 2).run();
            CaseInsensitiveMap<@Nullable Object> other = way % 2 == 0 ? copy : original;
            assertThat(other).as("way %d", way).containsExactlyEntriesOf(names(size));
            assertThat(constructed).containsExactlyEntriesOf(names(size));
            assertThat(written).isNotEqualTo(other);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void e7_severalThreadsCopyOneMap(int size) throws Exception {
        int threads = 3;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 200; round++) {
                CaseInsensitiveMap<@Nullable Object> original = names(size);
                Callable<CaseInsensitiveMap<@Nullable Object>> copying = () -> {
                    barrier.await(10, TimeUnit.SECONDS);
                    CaseInsensitiveMap<@Nullable Object> copy = original.copy();
                    copy.put("name-1", Thread.currentThread());
                    copy.put("mine", Thread.currentThread());
                    return copy;
                };
                for (Future<CaseInsensitiveMap<@Nullable Object>> copy :
                        pool.invokeAll(Collections.nCopies(threads, copying))) {
                    assertThat(copy.get().get("Name-1")).isSameAs(copy.get().get("MINE"));
                    assertThat(copy.get()).hasSize(size + 1);
                }
                assertThat(original).containsExactlyEntriesOf(names(size));
                original.put("Name-0", "written");
            }
        } finally {
            pool.shutdownNow();
        }
    }

    // ---- faults

    @Test
    void fault1_churnOfOneNameHoldsNothing() {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        CaseInsensitiveMap<@Nullable Object> many = names(20);
        for (int i = 0; i < 100_000; i++) {
            map.put("name", i);
            map.remove("NAME");
            many.put("name", i);
            many.remove("NAME");
        }
        assertThat(map).isEmpty();
        assertThat(capacity(map)).isLessThanOrEqualTo(5);
        assertThat(capacity(many)).isLessThanOrEqualTo(32);
        many.clear();
        assertThat(many.storage()).isNull();
    }

    @Test
    void fault2_setValueOnACopyLeavesTheOriginal() {
        CaseInsensitiveMap<@Nullable Object> original = names(3);
        CaseInsensitiveMap<@Nullable Object> copy = original.copy();
        Set<Map.Entry<String, @Nullable Object>> held = original.entrySet();
        copy.entrySet().forEach(entry -> entry.setValue("x"));
        assertThat(original).containsExactlyEntriesOf(names(3));
        held.iterator().next().setValue("y");
        assertThat(copy.get("Name-0")).isEqualTo("x");
    }

    @Test
    void fault3_keySetContainsWhatItRemoves() {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        map.put("Foo", 1);
        assertThat(map.keySet().contains("foo")).isTrue();
        assertThat(map.keySet().remove("foo")).isTrue();
        assertThat(map).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void fault4_valuesIteratorRemovesTheEntryItStandsOn(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        map.replaceAll((name, value) -> "equal");
        Iterator<@Nullable Object> values = map.values().iterator();
        values.next();
        values.next();
        values.remove();
        assertThat(map).hasSize(size - 1).containsKey("Name-0").doesNotContainKey("Name-1");
        assertThat(values.hasNext()).isTrue();
        values.next();
        values.remove();
        assertThat(map).doesNotContainKey("Name-2");
    }

    @Test
    void fault6_noNameIsRewritten() {
        CaseInsensitiveMap<@Nullable Object> map = new CaseInsensitiveMap<>();
        map.put("content-type", 1);
        map.put("Content-Type", 2);
        assertThat(map.keySet()).containsExactly("content-type");
        assertThat(map.get("CONTENT-TYPE")).isEqualTo(2);
    }

    @Test
    void fault7_equalMapsHaveEqualHashes() {
        CaseInsensitiveMap<@Nullable Object> one = new CaseInsensitiveMap<>();
        one.put("Foo", 1);
        CaseInsensitiveMap<@Nullable Object> other = new CaseInsensitiveMap<>();
        other.put("foo", 1);
        assertThat(one).isNotEqualTo(other);
        assertThat(one.equalsIgnoreCase(other)).isTrue();
        other.remove("foo");
        other.put("Foo", 1);
        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void fault7_namesOfSupplementaryCharactersAreFound(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        map.put("X-\uD83D\uDC2A-Camel", 1); // a dromedary
        map.put("X-\uD801\uDC00", 2); // a capital of Deseret: outside A-Z, so not folded
        assertThat(map.get("x-\uD83D\uDC2A-CAMEL")).isEqualTo(1);
        assertThat(map.get("x-\uD801\uDC00")).isEqualTo(2);
        assertThat(map.get("x-\uD801\uDC28")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    @SuppressWarnings("ModifyCollectionInEnhancedForLoop") // the point
    void fault8_aPutDuringIterationIsNoticedAndEntriesStayReadable(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        assertThatThrownBy(() -> {
                    for (String name : map.keySet()) {
                        map.put(name + "-too", 1);
                    }
                })
                .isInstanceOf(ConcurrentModificationException.class);
        Map.Entry<String, @Nullable Object> entry = map.entrySet().iterator().next();
        map.clear();
        assertThat(entry.getKey()).isEqualTo("Name-0");
        assertThat(entry.getValue()).isEqualTo(0);
        assertThat(entry).hasToString("Name-0=0").isEqualTo(Map.entry("Name-0", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAT, FULL, INDEXED})
    void fault9_removingAnAbsentNameCopiesNothing(int size) {
        CaseInsensitiveMap<@Nullable Object> map = names(size);
        CaseInsensitiveMap<@Nullable Object> copy = map.copy();
        copy.remove("absent");
        assertThat(copy.storage()).isSameAs(map.storage());
    }

    @Test
    void fault9_theLastOwnerOfAnIndexWritesInPlace() {
        CaseInsensitiveMap<@Nullable Object> map = names(100);
        Object storage = map.storage();
        CaseInsensitiveMap<@Nullable Object> first = map.copy();
        CaseInsensitiveMap<@Nullable Object> second = map.copy();
        map.put("name-0", "written");
        assertThat(map.storage()).isNotSameAs(storage);
        first.clear();
        second.put("name-0", "in place");
        assertThat(second.storage()).isSameAs(storage);
        assertThat(map.get("Name-0")).isEqualTo("written");
        Object written = map.storage();
        map.put("name-1", "mine alone");
        assertThat(map.storage()).isSameAs(written);
    }

    @Test
    void fault10_manyPropertiesAreIndexedAndKeepTheirOrder() {
        FlatMap<String, @Nullable Object> map = properties(1000);
        assertThat(map.storage()).isNotInstanceOf(Object[].class);
        map.remove("name500");
        List<String> expected = new ArrayList<>(properties(1000).keySet());
        expected.remove("name500");
        assertThat(map.keySet()).containsExactlyElementsOf(expected);
    }
}
