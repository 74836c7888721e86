package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.CaseInsensitiveMap;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that many storages have in common: shared while they are in use, bounded, and gone with the last storage. */
class LayoutTest {

    private List<Object> taken = List.of();

    @BeforeEach
    @AfterEach
    void forgetLayoutsOfOtherTests() {
        System.gc();
    }

    private static Object storage(String... names) {
        Object storage = null;
        for (String name : names) {
            storage = Slots.append(storage, false, name, name + "'s value", true);
        }
        if (storage == null) {
            throw new AssertionError("no names");
        }
        return storage;
    }

    private static @Nullable Object layout(@Nullable Object storage) {
        return Contents.hasLayout(storage) ? Contents.array(storage)[0] : null;
    }

    /** Another object with the same characters. */
    private static String again(String name) {
        return String.valueOf(name.toCharArray());
    }

    @Test
    void storagesWithTheSameNamesInTheSameOrderShareALayout() {
        Object one = storage("a", "b", "c");
        assertThat(layout(storage("a", again("b"), "c"))).isNotNull().isSameAs(layout(one));
        assertThat(layout(storage("a", "c", "b"))).isNotNull().isNotSameAs(layout(one));
        assertThat(layout(storage("a", "B", "c")))
                .as("another spelling is kept")
                .isNotSameAs(layout(one));
        assertThat(Contents.array(storage("a", "B", "c"))).hasSize(4);
    }

    @Test
    void aStorageGetsRoomForWhatUsuallyFollowsIt() {
        storage("r1");
        assertThat(Contents.capacity(storage("r1"))).isEqualTo(1);
        Object five = storage("r1", "r2", "r3", "r4", "r5");
        assertThat(Contents.capacity(storage("r1"))).isEqualTo(5);
        Object many = storage("r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13");
        assertThat(Contents.capacity(storage("r1"))).as("four more at most").isEqualTo(5);
        assertThat(Contents.capacity(storage("r1", "r2", "r3", "r4", "r5", "r6")))
                .isEqualTo(12);
        assertThat(List.of(five, many)).isNotEmpty();
    }

    @Test
    void aNameIsFoundInEverySpellingAndByEveryObject() {
        Object storage = storage("Content-Type", "Accept", "X-Id");
        for (int round = 0; round < 200; round++) { // more names than a layout remembers
            String absent = "Absent-" + round;
            assertThat(Slots.find(storage, absent, true)).isNegative();
            assertThat(Slots.find(storage, absent, true)).isNegative();
            for (String name : List.of("content-type", "Content-Type", "ACCEPT", "x-id", again("aCCEPT"))) {
                int position = Slots.find(storage, name, true);
                assertThat(((String) Slots.keyAt(storage, position)).toLowerCase(Locale.ROOT))
                        .isEqualTo(name.toLowerCase(Locale.ROOT));
                assertThat(Slots.find(storage, name, true)).isEqualTo(position);
            }
        }
    }

    @Test
    void namesThatAnAttackerCouldChooseGetNoLayout() {
        List<String> twins = FloodNames.oneHash().subList(0, 8);
        assertThat(layout(storage(twins.toArray(new String[0]))))
                .as("names of one hash")
                .isNull();
        assertThat(layout(storage("x".repeat(128)))).isNotNull();
        assertThat(layout(storage("x".repeat(129)))).isNull();
        String[] many = new String[Contents.MOST_NAMES + 1];
        for (int i = 0; i < many.length; i++) {
            many[i] = "many" + i;
        }
        assertThat(storage(many)).isInstanceOf(HashedSlots.class);
    }

    @Test
    void layoutsAreBoundedAndAreThereAgainWhenTheirMessagesAreGone() {
        List<Object> taken = Contents.takeAllLayouts();
        Object without = storage("later");
        assertThat(layout(without)).isNull();
        assertThat(Slots.find(without, "LATER", true)).isZero();
        assertThat(taken).isNotEmpty();
        taken = List.of();
        System.gc();
        assertThat(layout(storage("later"))).isNotNull();
        assertThat(taken).isEmpty();
    }

    @Test
    void noNameStaysWhenItsMessagesAreGone() throws Exception {
        Object kept = storage("kept");
        List<WeakReference<String>> names = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String put = again("put-" + i);
            Object storage = Slots.append(kept, true, put, "", true);
            String askedFor = again("PUT-" + i);
            assertThat(Slots.find(storage, askedFor, true)).isEqualTo(2);
            String absent = again("absent-" + i);
            assertThat(Slots.find(kept, absent, true)).isNegative();
            names.addAll(List.of(new WeakReference<>(put), new WeakReference<>(askedFor), new WeakReference<>(absent)));
        }
        for (int i = 0; i < 100 && names.stream().anyMatch(name -> name.get() != null); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(names).allMatch(name -> name.get() == null);
        assertThat(Slots.find(kept, "KEPT", true)).isZero();
    }

    /** Each change where a layout is no longer to be had: the storage goes on with pairs, or with an index. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64})
    void aStorageGoesOnWithoutALayout(int size) {
        for (int change = 0; change < 4; change++) {
            CaseInsensitiveMap<Object> map = new CaseInsensitiveMap<>();
            Map<String, Object> expected = new LinkedHashMap<>();
            for (int i = 0; i < size; i++) {
                map.put("name" + i, i);
                expected.put("name" + i, i);
            }
            CaseInsensitiveMap<Object> copy = map.copy();
            Map<String, Object> before = new LinkedHashMap<>(expected);
            Map.Entry<String, Object> held = map.entrySet().iterator().next();
            List<Object> taken = Contents.takeAllLayouts();
            switch (change) {
                case 0 -> put(map, expected, "one more");
                case 1 -> remove(map, expected, size / 2);
                case 2 -> {
                    remove(map, expected, 0);
                    put(map, expected, "name0");
                }
                default -> {
                    map.keySet().removeIf(name -> name.endsWith("1") || name.endsWith("2"));
                    expected.keySet().removeIf(name -> name.endsWith("1") || name.endsWith("2"));
                    put(map, expected, "after that");
                }
            }
            assertThat(taken).isNotEmpty();
            assertThat(map).containsExactlyEntriesOf(expected);
            assertThat(copy).containsExactlyEntriesOf(before);
            held.setValue("by its entry");
            assertThat(map.getOrDefault("NAME0", "by its entry")).isEqualTo("by its entry");
        }
    }

    private static void put(Map<String, Object> map, Map<String, Object> expected, String name) {
        map.put(name, name);
        expected.put(name, name);
    }

    private static void remove(Map<String, Object> map, Map<String, Object> expected, int number) {
        Iterator<String> names = map.keySet().iterator();
        for (int i = 0; i < number; i++) {
            names.next();
        }
        expected.remove(names.next());
        names.remove();
        assertThat(names.hasNext()).isEqualTo(number < expected.size());
    }

    /** Random changes beside a LinkedHashMap, while layouts come and go. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomChangesGiveWhatALinkedHashMapGives(long seed) {
        Random random = new Random(seed);
        CaseInsensitiveMap<Object> map = new CaseInsensitiveMap<>();
        Map<String, Object> expected = new LinkedHashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String name = "n" + random.nextInt(random.nextInt(40) + 1);
            if (random.nextInt(5) < 3) {
                assertThat(map.put(random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT), i))
                        .isEqualTo(expected.put(name, i));
            } else {
                assertThat(map.remove(name)).isEqualTo(expected.remove(name));
            }
            if (i % 4_000 == 1_000) {
                taken = Contents.takeAllLayouts();
            } else if (i % 4_000 == 3_000) {
                taken = List.of();
                System.gc();
                map = new CaseInsensitiveMap<>(new LinkedHashMap<>(map));
            }
            if (i % 50 == 0) {
                assertThat(map.values()).containsExactlyElementsOf(expected.values());
            }
        }
        assertThat(taken).isEmpty();
    }

    @Test
    void twoThreadsThatUseTheSameNamesFindThem() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CyclicBarrier together = new CyclicBarrier(2);
        try {
            for (int round = 0; round < 300; round++) {
                String prefix = "round" + round + "-";
                Callable<Object> user = () -> {
                    together.await();
                    Object last = storage(prefix + 0);
                    for (int size = 1; size < 12; size++) {
                        last = Slots.append(last, false, prefix + size, size, true);
                        for (int i = 0; i <= size; i++) {
                            int position = Slots.find(last, prefix.toUpperCase(Locale.ROOT) + i, true);
                            assertThat(Slots.keyAt(last, position)).isEqualTo(prefix + i);
                        }
                    }
                    return last;
                };
                List<Object> layouts = new ArrayList<>();
                for (Future<Object> last : threads.invokeAll(List.of(user, user))) {
                    assertThat(Slots.size(last.get())).isEqualTo(12);
                    layouts.add(Objects.requireNonNullElse(layout(last.get()), "no place for more layouts"));
                }
                if (!layouts.contains("no place for more layouts")) {
                    assertThat(layouts.get(0)).as("not one for each").isSameAs(layouts.get(1));
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
