package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ring of the experiments camel:queue and spring:queue-channel, compiled as the lab compiles it. */
@Timeout(30)
class RingQueueTest {
    @TempDir
    static Path classes;

    private static Class<?> type;

    @BeforeAll
    static void compile() throws Exception {
        List<Path> path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        Sources.compile(List.of(Path.of("experiments/shared/RingQueue.java")), path, classes);
        URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, RingQueueTest.class.getClassLoader());
        type = loader.loadClass("io.mehari.lab.queue.RingQueue");
    }

    @SuppressWarnings("unchecked")
    private static <E> BlockingQueue<E> queue(int capacity) {
        try {
            return (BlockingQueue<E>) type.getConstructor(int.class).newInstance(capacity);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    @TestFactory
    Stream<DynamicTest> itIsAQueueToTheLetter() {
        TestSuite suite = QueueTestSuiteBuilder.using(new TestStringQueueGenerator() {
                    @Override
                    protected Queue<String> create(String[] elements) {
                        Queue<String> queue = queue(100);
                        Collections.addAll(queue, elements);
                        return queue;
                    }
                })
                .named("ring")
                .withFeatures(CollectionSize.ANY, CollectionFeature.GENERAL_PURPOSE, CollectionFeature.KNOWN_ORDER)
                .createTestSuite();
        List<DynamicTest> tests = new ArrayList<>();
        collect(suite, tests);
        assertThat(tests).hasSizeGreaterThan(100);
        return tests.stream();
    }

    private static void collect(TestSuite suite, List<DynamicTest> tests) {
        for (Test each : Collections.list(suite.tests())) {
            if (each instanceof TestSuite inner) {
                collect(inner, tests);
            } else if (each instanceof TestCase single) {
                tests.add(DynamicTest.dynamicTest(single.getName(), single::runBare));
            }
        }
    }

    @org.junit.jupiter.api.Test
    void itIsBoundedAndKeepsTheOrder() {
        BlockingQueue<Integer> queue = queue(3);
        for (int round = 0; round < 10; round++) {
            assertThat(queue.remainingCapacity()).isEqualTo(3);
            assertThat(queue.offer(1) && queue.offer(2) && queue.offer(3)).isTrue();
            assertThat(queue.offer(4)).isFalse();
            assertThat(queue).containsExactly(1, 2, 3);
            assertThat(queue.poll()).isEqualTo(1);
            assertThat(queue.offer(4)).isTrue();
            assertThat(List.of(queue.poll(), queue.poll(), queue.poll())).containsExactly(2, 3, 4);
            assertThat(queue.poll()).isNull();
        }
    }

    @org.junit.jupiter.api.Test
    void aRemovedElementIsNeverGivenOutAndItsPlaceComesBack() {
        BlockingQueue<Integer> queue = queue(3);
        for (int round = 0; round < 10; round++) {
            Collections.addAll(queue, 1, 2, 3);
            assertThat(queue.remove(2)).isTrue();
            assertThat(queue.remove(2)).isFalse();
            assertThat(queue).hasSize(2).containsExactly(1, 3);
            assertThat(queue.poll()).isEqualTo(1);
            assertThat(queue.peek()).isEqualTo(3);
            assertThat(queue.remainingCapacity()).isEqualTo(2);
            assertThat(queue.remove(3)).isTrue();
            assertThat(queue.remainingCapacity()).isEqualTo(3);
        }
    }

    @org.junit.jupiter.api.Test
    void anEmptyQueueIsWaitedForAndAFullOneGivesUpAfterItsTime() throws Exception {
        BlockingQueue<String> queue = queue(1);
        assertThat(queue.poll(1, TimeUnit.MILLISECONDS)).isNull();
        AtomicReference<String> taken = new AtomicReference<>();
        Thread taker = new Thread(() -> {
            try {
                taken.set(queue.take());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        taker.start();
        while (taker.getState() != Thread.State.TIMED_WAITING && taker.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        queue.put("one");
        taker.join();
        assertThat(taken).hasValue("one");
        queue.put("two");
        assertThat(queue.offer("three", 1, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(queue).containsExactly("two");
    }

    /** A taker and two removers want the same element: one of them gets it. */
    @org.junit.jupiter.api.Test
    void oneOfThoseThatWantAnElementGetsIt() throws Exception {
        int rounds = 100_000;
        BlockingQueue<Integer> queue = queue(1);
        AtomicIntegerArray times = new AtomicIntegerArray(rounds);
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(thread(() -> {
                for (int n = done.get(); n < rounds; n = done.get()) {
                    if (queue.remove(n)) {
                        times.incrementAndGet(n);
                    }
                }
            }));
        }
        threads.add(thread(() -> {
            while (done.get() < rounds) {
                Integer n = queue.poll();
                if (n != null) {
                    times.incrementAndGet(n);
                }
            }
        }));
        threads.forEach(Thread::start);
        for (int n = 0; n < rounds; n++) {
            queue.put(n);
            while (times.get(n) == 0) {
                Thread.onSpinWait();
            }
            done.incrementAndGet();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int n = 0; n < rounds; n++) {
            assertThat(times.get(n)).as("element " + n).isEqualTo(1);
        }
    }

    /** Two that put, two that take and one that removes: each element comes out once, by one road. */
    @org.junit.jupiter.api.Test
    void nothingIsLostOrDoubledBetweenProducersTakersAndARemover() throws Exception {
        int each = 100_000;
        BlockingQueue<Integer> queue = queue(7);
        AtomicIntegerArray times = new AtomicIntegerArray(2 * each);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int first = i * each;
            threads.add(thread(() -> {
                for (int n = 0; n < each; n++) {
                    queue.put(first + n);
                }
            }));
        }
        List<Thread> takers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            takers.add(thread(() -> {
                for (int n = queue.take(); n >= 0; n = queue.take()) {
                    times.incrementAndGet(n);
                }
            }));
        }
        Thread remover = thread(() -> {
            while (threads.get(0).isAlive() || threads.get(1).isAlive()) {
                for (Integer n : queue) {
                    if (n % 3 == 0 && queue.remove(n)) {
                        times.incrementAndGet(n);
                    }
                }
            }
        });
        threads.forEach(Thread::start);
        takers.forEach(Thread::start);
        remover.start();
        for (Thread thread : threads) {
            thread.join();
        }
        remover.join();
        queue.put(-1);
        queue.put(-1);
        for (Thread taker : takers) {
            taker.join();
        }
        for (int n = 0; n < times.length(); n++) {
            assertThat(times.get(n)).as("element " + n).isEqualTo(1);
        }
        assertThat(queue).isEmpty();
        assertThat(queue.remainingCapacity()).isEqualTo(7);
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static Thread thread(Work work) {
        return new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
