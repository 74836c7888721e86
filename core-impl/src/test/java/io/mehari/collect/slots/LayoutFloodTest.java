package io.mehari.collect.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that occur only once must not take the layouts of names that are used again and again. */
class LayoutFloodTest {

    @BeforeEach
    @AfterEach
    void forgetLayoutsOfOtherTests() {
        System.gc();
    }

    private static Object storage(String... names) {
        Object storage = null;
        for (String name : names) {
            storage = Slots.append(storage, false, name, "", true);
        }
        if (storage == null) {
            throw new AssertionError("no names");
        }
        return storage;
    }

    /** One message with many headers, which a route removes one by one, takes a layout for each, not for each pair. */
    @Test
    void h6_removingAllNamesOfOneStorageLeavesLayoutsForOthers() {
        String[] names = new String[Contents.MOST_NAMES];
        for (int i = 0; i < names.length; i++) {
            names[i] = "removed-" + i;
        }
        Object storage = storage(names);
        for (int i = 0; i < names.length; i++) {
            assertThat(Slots.keyAt(storage, 0)).isEqualTo(names[i]);
            storage = Slots.removeAt(storage, 0, true);
        }
        assertThat(Contents.hasLayout(storage)).isTrue();
        assertThat(Contents.hasLayout(storage("of another message"))).isTrue();
    }

    @Test
    void whatIsLeftAfterARemovalIsFoundAgainByTheSameRemoval() {
        Object one = Slots.removeAt(storage("left-1", "left-2", "left-3"), 0, true);
        Object other = Slots.removeAt(storage("left-1", "left-2", "left-3"), 0, true);
        assertThat(Contents.array(one)[0]).isSameAs(Contents.array(other)[0]);
        Object known = storage("left-4");
        Object less = Slots.removeAt(storage("left-4", "left-5"), 2, true);
        assertThat(Contents.array(less)[0]).as("that of the tree").isSameAs(Contents.array(known)[0]);
    }

    /** A name that gets no layout is put by threads of several routes; they must not wait for each other. */
    @Test
    void s2_aNameWithoutAPlaceTakesNoLock() throws Exception {
        List<Object> held = new ArrayList<>();
        int i = 0;
        String without;
        do {
            without = "next-" + i++;
            held.add(storage("crowded", without));
        } while (Contents.hasLayout(held.get(held.size() - 1)));
        String last = without;
        FutureTask<Object> put = new FutureTask<>(() -> storage("crowded", last));
        Field lock = Layout.class.getDeclaredField("LIVING");
        lock.setAccessible(true);
        try {
            synchronized (lock.get(null)) {
                new Thread(put).start();
                assertThat(Contents.hasLayout(put.get(10, TimeUnit.SECONDS))).isFalse();
            }
        } finally {
            Reference.reachabilityFence(held);
        }
    }

    /** A collector that marks while the program runs keeps for a while what the program looks at meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseZGC"})
    void h6_afterAFloodThereAreLayoutsAgainBesideTraffic(String collector) throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx256m",
                        "-XX:MaxTenuringThreshold=1",
                        collector,
                        "-XX:+ExplicitGCInvokesConcurrent",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Flooded.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).isEqualTo("a layout again: true, the name is gone: true");
    }

    /** Started in a JVM of its own. */
    static final class Flooded {
        private static final int COLLECTIONS = 8;
        private static volatile boolean ended;

        @SuppressWarnings("UnusedVariable") // what is written there is not removed as useless
        private static @Nullable Object seen;

        @SuppressWarnings("UnusedVariable") // marking takes a while
        private static Object @Nullable [] live;

        private static final List<Object> taken = new ArrayList<>();

        private Flooded() {}

        public static void main(String[] arguments) throws Exception {
            Object usual = storage("usual");
            WeakReference<String> once = new WeakReference<>(String.valueOf("once".toCharArray()));
            taken.add(Slots.append(usual, true, String.valueOf(once.get()), "", true));
            Object[] many = new Object[700_000];
            for (int i = 0; i < many.length; i++) {
                many[i] = new Object[] {i};
            }
            live = many;
            taken.addAll(Contents.takeAllLayouts());
            for (int i = 0; i < 4; i++) {
                System.gc(); // then they are old
                Thread.sleep(100);
            }
            Thread traffic = new Thread(() -> {
                for (int i = 0; !ended; i++) {
                    seen = Slots.append(usual, true, "usual-" + i % 8, "", true);
                    seen = storage("first-" + i % 8);
                }
            });
            traffic.start();
            Thread.sleep(200);
            taken.clear();
            for (int i = 0; i < COLLECTIONS && !(Contents.hasLayout(storage("later")) && once.refersTo(null)); i++) {
                System.gc();
                Thread.sleep(100);
            }
            System.out.println("a layout again: " + Contents.hasLayout(storage("later")) + ", the name is gone: "
                    + once.refersTo(null));
            ended = true;
            traffic.join();
        }
    }
}
