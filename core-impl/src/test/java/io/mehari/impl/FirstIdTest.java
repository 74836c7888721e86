package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.spi.UuidGenerator;
import java.io.File;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S4: that the first id, or the first key of a map, is drawn while heap or stack is full spoils no later one. */
@Timeout(120)
class FirstIdTest {

    @ParameterizedTest
    @ValueSource(strings = {"heap", "stack"})
    void s4_idsAndKeysComeAfterAFirstOneThatFailed(String full) throws Exception {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx12m",
                        "-Xss400k",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        First.class.getName(),
                        full)
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("failed while full: true").contains("1000 ids, 50 headers");
    }

    /** Runs in a JVM of its own. */
    static final class First {
        private static final int COLLIDING = 50;

        @SuppressWarnings("UnusedVariable") // takes room in the heap
        private static byte @Nullable [] left;

        private static boolean failed;

        private First() {}

        public static void main(String[] args) {
            CaseInsensitiveMap<Object> ordinary = new CaseInsensitiveMap<>(); // the start of a context has used these
            for (int i = 0; i < 20; i++) {
                ordinary.put("name" + i, i);
            }
            failed = ordinary.size() != 20;
            String[] names = colliding();
            if (args[0].equals("stack")) {
                diveAndSwim(names);
            } else {
                for (int free = 512; free < 1 << 18; free *= 2) {
                    fillHeap(names, free);
                }
            }
            UuidGenerator ids = new SequenceUuidGenerator();
            Set<String> made = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                made.add(ids.generateUuid());
            }
            System.out.println(
                    "failed while full: " + failed + ", " + made.size() + " ids, " + size(names) + " headers");
        }

        @SuppressWarnings("EmptyCatch")
        private static void diveAndSwim(String[] names) {
            try {
                dive(names);
            } catch (StackOverflowError e) {
                // each frame has tried
            }
        }

        @SuppressWarnings("InfiniteRecursion") // the stack is to overflow
        private static void dive(String[] names) {
            try {
                dive(names);
            } finally {
                attempt(names);
            }
        }

        /** Tries while nothing but some bytes are free. */
        private static void fillHeap(String[] names, int free) {
            left = new byte[free];
            Object @Nullable [] chain = null;
            for (int size = 1 << 17; size >= 2; size /= 2) {
                try {
                    while (true) {
                        Object[] next = new Object[size];
                        next[0] = chain;
                        chain = next;
                    }
                } catch (OutOfMemoryError e) {
                    // smaller ones
                }
            }
            left = null;
            try {
                attempt(names);
            } finally {
                Reference.reachabilityFence(chain);
            }
        }

        @SuppressWarnings("CatchingUnchecked")
        private static void attempt(String[] names) {
            try {
                new SequenceUuidGenerator().generateUuid();
                size(names);
            } catch (Throwable e) {
                failed = true;
            }
        }

        private static int size(String[] names) {
            CaseInsensitiveMap<Object> map = new CaseInsensitiveMap<>();
            for (String each : names) {
                map.put(each, each);
            }
            return map.size();
        }

        private static String[] colliding() {
            String[] names = new String[COLLIDING];
            for (int i = 0; i < COLLIDING; i++) {
                names[i] = "x".repeat(10) + (char) (0x4e00 + i) + "y".repeat(90);
            }
            return names;
        }
    }
}
