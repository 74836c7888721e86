package io.mehari.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.SequenceUuidGenerator;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that fails in the middle, by an error or by code of a key, changes neither its map nor a copy of it. */
class FailedWritesTest {

    /** A key whose hash code can fail; all have the same one, so that an index has to search. */
    private record Fragile(int number, AtomicInteger until) {
        @Override
        public int hashCode() {
            if (until.getAndDecrement() == 0) {
                throw new IllegalStateException("hash code of " + number);
            }
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Fragile that && that.number == number;
        }
    }

    /** Sizes from an array, to an index that is full, so that the write makes room, and to one that is not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 15, 16, 17, 31, 32, 33})
    void e6_aKeyThatFailsInTheMiddleOfAWriteChangesNothing(int size) {
        for (int calls = 0; calls < 2 * size + 4; calls++) {
            AtomicInteger until = new AtomicInteger(Integer.MAX_VALUE);
            FlatMap<Fragile, Integer> map = new FlatMap<>();
            for (int i = 0; i < size; i++) {
                map.put(new Fragile(i, until), i);
            }
            FlatMap<Fragile, Integer> copy = map.copy();
            List<Integer> before = new ArrayList<>(map.values());
            until.set(calls);
            boolean failed = false;
            try {
                map.put(new Fragile(size, until), size);
            } catch (IllegalStateException e) {
                failed = true;
            }
            until.set(Integer.MAX_VALUE);
            copy.put(new Fragile(0, until), -1);
            copy.put(new Fragile(-2, until), -2);
            assertThat(map).hasSize(failed ? size : size + 1);
            assertThat(new ArrayList<>(map.values()).subList(0, size)).isEqualTo(before);
            for (int i = 0; i < map.size(); i++) {
                assertThat(map.get(new Fragile(i, until))).isEqualTo(i);
            }
            map.put(new Fragile(-1, until), -1);
            assertThat(copy).hasSize(size + 1).containsEntry(new Fragile(0, until), -1);
            assertThat(copy.get(new Fragile(-1, until))).isNull();
        }
    }

    private static void names(Map<String, Object> map, int size) {
        for (int i = 0; i < size; i++) {
            map.put("name" + i, i);
        }
    }

    @Test
    void e6_aFullHeapInTheMiddleOfAWriteChangesNothing() throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeap.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).endsWith("failed writes that changed something: 0");
        assertThat(said).doesNotContain("failed writes: 0");
    }

    /** Started in a JVM of its own, whose heap it fills. */
    static final class FullHeap {
        private static final int SIZE = 2048;
        private static final List<byte[]> FILLING = new ArrayList<>(10_000);

        @SuppressWarnings("UnusedVariable") // takes room in the heap, which it gives back to the write
        private static byte @Nullable [] left;

        private static int failed;
        private static int wrong;

        private FullHeap() {}

        public static void main(String[] arguments) {
            names(new CaseInsensitiveMap<>(), 10_000);
            new SequenceUuidGenerator().generateUuid(); // loads SecureRandom, as every context does
            for (boolean flood : new boolean[] {false, true}) {
                for (int free = 0; free < 70_000; free += 2_000) {
                    attack(flood, free);
                }
            }
            System.out.println("failed writes: " + failed + ", failed writes that changed something: " + wrong);
        }

        /** The write that makes room, or (in a flood) the one that changes the hash. */
        private static void attack(boolean flood, int free) {
            CaseInsensitiveMap<Object> map = new CaseInsensitiveMap<>();
            int last = flood ? SIZE - 10 : SIZE;
            for (int i = 0; i < last; i++) {
                map.put(name(i, flood), i);
            }
            CaseInsensitiveMap<Object> copy = map.copy();
            String more = name(last, flood);
            boolean fails = false;
            left = new byte[free];
            fillHeap();
            left = null;
            try {
                map.put(more, "new");
            } catch (OutOfMemoryError e) {
                fails = true;
            }
            FILLING.clear();
            failed += fails ? 1 : 0;
            copy.put("name1", "of the copy");
            boolean right = map.size() == (fails ? last : last + 1) && map.containsKey(more) != fails;
            for (int i = 0; i < last; i++) {
                right &= Integer.valueOf(i)
                        .equals(map.get(String.valueOf(name(i, flood).toCharArray())));
            }
            map.put("name2", "of the map");
            wrong += right && Integer.valueOf(2).equals(copy.get("name2")) ? 0 : 1;
        }

        /** In a flood, the ten names before the last place have one quick hash; the tenth changes the hash. */
        private static String name(int i, boolean flood) {
            boolean twin = flood && i > SIZE - 20;
            return twin ? "X-Fo" + (char) ('a' + i % 26) + "-midd" + "--Tail" : "name" + i;
        }

        private static void fillHeap() {
            int size = 1 << 20;
            while (size > 64) {
                try {
                    FILLING.add(new byte[size]);
                } catch (OutOfMemoryError e) {
                    size /= 2;
                }
            }
        }
    }
}
