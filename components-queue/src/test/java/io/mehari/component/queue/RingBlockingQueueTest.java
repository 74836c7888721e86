package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link BlockingQueue}, and what {@link RingBlockingQueue} promises beyond it. */
@Timeout(30)
@SuppressWarnings("NullAway") // null is a mistake that is tested
class RingBlockingQueueTest {
    private static final long MINUTE = 60_000;

    // ---- java.util.Queue

    /** What has happened to the queue before the suite gets it. */
    private enum Past {
        NONE,
        ROTATED,
        WITH_REMOVED_PLACES;

        BlockingQueue<String> queue(String... elements) {
            BlockingQueue<String> queue = new RingBlockingQueue<>(100);
            for (int i = 0; this == ROTATED && i < 127; i++) {
                queue.add("before");
                queue.remove();
            }
            for (String each : elements) {
                queue.add(each);
                if (this == WITH_REMOVED_PLACES) {
                    queue.add("removed");
                }
            }
            queue.removeIf(each -> each != null && each.equals("removed"));
            return queue;
        }
    }

    @TestFactory
    Stream<DynamicTest> itIsAQueue() {
        return Arrays.stream(Past.values()).flatMap(RingBlockingQueueTest::suite);
    }

    private static Stream<DynamicTest> suite(Past past) {
        TestSuite suite = QueueTestSuiteBuilder.using(new TestStringQueueGenerator() {
                    @Override
                    protected Queue<String> create(String[] elements) {
                        return past.queue(elements);
                    }
                })
                .named("RingBlockingQueue, " + past)
                .withFeatures(CollectionSize.ANY, CollectionFeature.GENERAL_PURPOSE, CollectionFeature.KNOWN_ORDER)
                .createTestSuite();
        List<DynamicTest> tests = new ArrayList<>();
        collect(suite, tests);
        assertThat(tests).as("the suite is not empty").hasSizeGreaterThan(100);
        return tests.stream();
    }

    private static void collect(TestSuite suite, List<DynamicTest> tests) {
        for (junit.framework.Test each : Collections.list(suite.tests())) {
            if (each instanceof TestSuite inner) {
                collect(inner, tests);
            } else if (each instanceof TestCase single) {
                tests.add(DynamicTest.dynamicTest(single.toString(), single::runBare));
            }
        }
    }

    // ---- bounds and order

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 1000})
    void theCapacityIsExactAndTheOrderKeptWhereverTheRingStands(int capacity) {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(capacity);
        for (int turn = 0; turn < 3; turn++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(queue.remainingCapacity()).isEqualTo(capacity - i);
                assertThat(queue.offer(i)).isTrue();
                assertThat(queue.size()).isEqualTo(i + 1);
            }
            assertThat(queue.offer(-1)).isFalse();
            assertThatThrownBy(() -> queue.add(-1)).isInstanceOf(IllegalStateException.class);
            assertThat(queue.remainingCapacity()).isZero();
            for (int i = 0; i < capacity; i++) {
                assertThat(queue.peek()).isEqualTo(i);
                assertThat(queue.poll()).isEqualTo(i);
            }
            assertThat(queue.poll()).isNull();
            assertThat(queue.peek()).isNull();
            queue.add(-1); // the next turn begins at another place
            assertThat(queue.remove()).isEqualTo(-1);
        }
    }

    @Test
    void aCapacityThatCannotBeIsRefused() {
        assertThatThrownBy(() -> new RingBlockingQueue<>(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The capacity is 0; choose 1 to 1073741824");
        assertThatThrownBy(() -> new RingBlockingQueue<>(Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nullIsRefusedByName() {
        BlockingQueue<String> queue = new RingBlockingQueue<>(2);
        refusesNull("element", () -> queue.offer(null));
        refusesNull("element", () -> queue.add(null));
        refusesNull("element", () -> queue.put(null));
        refusesNull("element", () -> queue.offer(null, 0, TimeUnit.SECONDS));
        refusesNull("target", () -> queue.drainTo(null));
        refusesNull("target", () -> queue.drainTo(null, 1));
        refusesNull("filter", () -> queue.removeIf(null));
        refusesNull("unwanted", () -> queue.removeAll(null));
        refusesNull("wanted", () -> queue.retainAll(null));
        assertThat(queue.remove(null)).isFalse();
        assertThat(queue.contains(null)).isFalse();
        assertThat(queue).isEmpty();
    }

    private static void refusesNull(String name, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessageStartingWith(name + " is null; ");
    }

    // ---- waiting

    @Test
    void takeSleepsUntilThereIsAnElement() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        Waiting<String> taker = new Waiting<>(queue::take);
        taker.awaitState(Thread.State.WAITING);
        queue.add("one");
        assertThat(taker.result()).isEqualTo("one");
        assertThat(queue).isEmpty();
    }

    @Test
    void putSleepsUntilThereIsRoom() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        queue.add("one");
        Waiting<?> sender = putting(queue, "two");
        sender.awaitState(Thread.State.WAITING);
        assertThat(queue.remove()).isEqualTo("one");
        sender.result();
        assertThat(queue).containsExactly("two");
    }

    @Test
    void aTimedCallGetsWhatComesInTime() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        Waiting<String> taker = new Waiting<>(() -> queue.poll(MINUTE, TimeUnit.MILLISECONDS));
        taker.awaitState(Thread.State.TIMED_WAITING);
        queue.add("one");
        assertThat(taker.result()).isEqualTo("one");

        queue.add("two");
        Waiting<Boolean> sender = new Waiting<>(() -> queue.offer("three", MINUTE, TimeUnit.MILLISECONDS));
        sender.awaitState(Thread.State.TIMED_WAITING);
        queue.remove();
        assertThat(sender.result()).isTrue();
        assertThat(queue).containsExactly("three");
    }

    @Test
    void aTimedCallGivesUpAfterItsTimeAndNotBefore() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        long began = System.nanoTime();
        assertThat(queue.poll(2, TimeUnit.MILLISECONDS)).isNull();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2_000_000);
        queue.add("one");
        began = System.nanoTime();
        assertThat(queue.offer("two", 2, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2_000_000);
        assertThat(queue).containsExactly("one");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void withoutTimeItDoesNotWait(long timeout) throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        assertThat(queue.poll(timeout, TimeUnit.DAYS)).isNull();
        assertThat(queue.offer("one", timeout, TimeUnit.DAYS)).isTrue();
        assertThat(queue.offer("two", timeout, TimeUnit.DAYS)).isFalse();
        assertThat(queue.poll(timeout, TimeUnit.DAYS)).isEqualTo("one");
    }

    @Test
    void theLongestTimeIsForEver() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        Waiting<String> taker = new Waiting<>(() -> queue.poll(Long.MAX_VALUE, TimeUnit.DAYS));
        taker.awaitState(Thread.State.WAITING);
        queue.add("one");
        assertThat(taker.result()).isEqualTo("one");
    }

    @Test
    void eachOfSeveralThatWaitIsServed() throws Exception {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(4);
        List<Waiting<Integer>> takers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Waiting<Integer> taker = new Waiting<>(queue::take);
            taker.awaitState(Thread.State.WAITING);
            takers.add(taker);
        }
        Collections.addAll(queue, 0, 1, 2, 3);
        List<Integer> got = new ArrayList<>();
        for (Waiting<Integer> taker : takers) {
            got.add(taker.result());
        }
        assertThat(got).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    /** The first taker sleeps longest, so it is the one that is woken; but it is interrupted at the same time. */
    @Test
    void anInterruptedThreadPassesItsWakeUpOn() throws Exception {
        for (int round = 0; round < 100; round++) {
            BlockingQueue<String> queue = new RingBlockingQueue<>(1);
            Waiting<String> first = new Waiting<>(queue::take);
            first.awaitState(Thread.State.WAITING);
            Waiting<String> second = new Waiting<>(queue::take);
            second.awaitState(Thread.State.WAITING);
            first.thread.interrupt();
            queue.add("one");
            if (first.isInterrupted()) {
                assertThat(second.result()).isEqualTo("one");
            } else {
                second.thread.interrupt();
                assertThat(second.isInterrupted()).isTrue();
            }
        }
    }

    // ---- interrupts

    @Test
    void aThreadThatWasInterruptedBeforeDoesNothing() {
        BlockingQueue<String> queue = new RingBlockingQueue<>(2);
        queue.add("one");
        List<ThrowingCallable> calls = List.of(
                queue::take,
                () -> queue.poll(1, TimeUnit.SECONDS),
                () -> queue.put("two"),
                () -> queue.offer("two", 1, TimeUnit.SECONDS));
        for (ThrowingCallable call : calls) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(call).isInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
        assertThat(queue).containsExactly("one");
    }

    @Test
    void aThreadThatWaitsCanBeInterrupted() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        interrupts(new Waiting<>(queue::take), Thread.State.WAITING);
        interrupts(new Waiting<>(() -> queue.poll(MINUTE, TimeUnit.MILLISECONDS)), Thread.State.TIMED_WAITING);
        queue.add("one");
        interrupts(putting(queue, "two"), Thread.State.WAITING);
        interrupts(new Waiting<>(() -> queue.offer("two", MINUTE, TimeUnit.MILLISECONDS)), Thread.State.TIMED_WAITING);
        assertThat(queue).containsExactly("one");
    }

    private static void interrupts(Waiting<?> waiting, Thread.State state) throws Exception {
        waiting.awaitState(state);
        waiting.thread.interrupt();
        assertThat(waiting.isInterrupted()).isTrue();
    }

    @Test
    void callsThatDoNotWaitIgnoreInterrupts() {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        Thread.currentThread().interrupt();
        assertThat(queue.offer("one")).isTrue();
        assertThat(queue.offer("two")).isFalse();
        assertThat(queue.poll()).isEqualTo("one");
        assertThat(Thread.interrupted()).isTrue();
    }

    // ---- removing

    @Test
    void aRemovedElementIsNotDelivered() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(3);
        for (int turn = 0; turn < 9; turn++) {
            Collections.addAll(queue, 1, 2, 3);
            assertThat(queue.remove(2)).isTrue();
            assertThat(queue.remove(2)).isFalse();
            assertThat(queue.contains(2)).isFalse();
            assertThat(queue).hasSize(2).containsExactly(1, 3);
            assertThat(queue.poll()).isEqualTo(1);
            assertThat(queue.peek()).isEqualTo(3);
            assertThat(queue.poll()).isEqualTo(3);
            assertThat(queue.poll()).isNull();
        }
    }

    @Test
    void thePlaceOfARemovedElementIsFreeWhenNoOlderElementIsThere() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(4);
        for (int turn = 0; turn < 9; turn++) {
            Collections.addAll(queue, 1, 2, 3, 4);
            assertThat(queue.remove(3)).isTrue();
            assertThat(queue.remove(2)).isTrue();
            assertThat(queue).hasSize(2);
            assertThat(queue.remainingCapacity()).isZero();
            assertThat(queue.offer(5)).isFalse();
            assertThat(queue.remove(1)).isTrue();
            assertThat(queue.remainingCapacity()).isEqualTo(3);
            assertThat(queue.remove(4)).isTrue();
            assertThat(queue.remainingCapacity()).isEqualTo(4);
        }
    }

    @Test
    void aTakerFreesThePlacesOfRemovedElementsBehindItsOwn() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(4);
        for (int turn = 0; turn < 9; turn++) {
            Collections.addAll(queue, 1, 2, 3, 4);
            queue.removeAll(List.of(2, 3));
            assertThat(queue.poll()).isEqualTo(1);
            assertThat(queue.remainingCapacity()).isEqualTo(3);
            queue.clear();
            assertThat(queue.remainingCapacity()).isEqualTo(4);
        }
    }

    @Test
    void aQueueOfOnePlaceCanBeUsedAgainAfterARemove() {
        BlockingQueue<String> queue = new RingBlockingQueue<>(1);
        for (int turn = 0; turn < 9; turn++) {
            assertThat(queue.offer("one")).isTrue();
            assertThat(queue.remove("one")).isTrue();
        }
        assertThat(queue).isEmpty();
    }

    @Test
    void aRemoveWakesASenderThatWaitsForRoom() throws Exception {
        BlockingQueue<String> queue = new RingBlockingQueue<>(2);
        Collections.addAll(queue, "one", "two");
        Waiting<?> sender = putting(queue, "three");
        sender.awaitState(Thread.State.WAITING);
        queue.remove("one");
        sender.result();
        assertThat(queue).containsExactly("two", "three");
    }

    @Test
    void manyAreRemovedAtOnce() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(10);
        Collections.addAll(queue, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(queue.removeIf(each -> each % 3 == 0)).isTrue();
        assertThat(queue.removeIf(each -> each % 3 == 0)).isFalse();
        assertThat(queue).containsExactly(1, 2, 4, 5, 7, 8);
        assertThat(queue.removeAll(List.of(1, 3, 8))).isTrue();
        assertThat(queue.retainAll(List.of(2, 5, 6))).isTrue();
        assertThat(queue.retainAll(List.of(2, 5, 6))).isFalse();
        assertThat(queue).containsExactly(2, 5);
    }

    // ---- iterators

    @Test
    void anIteratorRemovesTheVeryElementThatItHasShown() {
        BlockingQueue<String> queue = new RingBlockingQueue<>(4);
        Collections.addAll(queue, "a", "b", "a");
        Iterator<String> all = queue.iterator();
        all.next();
        all.next();
        all.next();
        all.remove();
        assertThat(queue).containsExactly("a", "b");
    }

    @Test
    void anIteratorDoesNotRemoveTheSameElementAddedLater() {
        BlockingQueue<String> queue = new RingBlockingQueue<>(2);
        for (int turn = 0; turn < 5; turn++) {
            queue.add("a");
            Iterator<String> all = queue.iterator();
            all.next();
            assertThat(queue.poll()).isEqualTo("a");
            Collections.addAll(queue, "a", "a"); // one of them at the same place
            all.remove();
            assertThat(queue).containsExactly("a", "a");
            queue.clear();
        }
    }

    @Test
    void anIteratorIsWeaklyConsistent() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(4);
        Collections.addAll(queue, 1, 2, 3);
        Iterator<Integer> all = queue.iterator();
        queue.poll();
        queue.poll();
        queue.add(4);
        assertThat(all.next()).as("read ahead").isEqualTo(1);
        assertThat(all.next()).isEqualTo(3);
        assertThat(all.hasNext()).as("what was added later").isFalse();
        assertThatThrownBy(all::next).isInstanceOf(NoSuchElementException.class);
        all.remove();
        assertThatThrownBy(all::remove).isInstanceOf(IllegalStateException.class);
        assertThat(queue).containsExactly(4);
        assertThatThrownBy(() -> queue.iterator().remove()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStreamDoesNotCountOnTheSize() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(4);
        Collections.addAll(queue, 1, 2, 3);
        assertThat(queue.stream().peek(each -> queue.poll()).toArray()).startsWith(1);
    }

    // ---- many at once

    @Test
    void drainToTakesInOrderAsManyAsWanted() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(5);
        Collections.addAll(queue, 1, 2, 3, 4, 5);
        List<Integer> target = new ArrayList<>();
        assertThat(queue.drainTo(target, -1)).isZero();
        assertThat(queue.drainTo(target, 2)).isEqualTo(2);
        assertThat(target).containsExactly(1, 2);
        assertThat(queue.drainTo(target)).isEqualTo(3);
        assertThat(target).containsExactly(1, 2, 3, 4, 5);
        assertThat(queue.drainTo(target)).isZero();
    }

    @Test
    void aQueueIsNotDrainedToItself() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(2);
        queue.add(1);
        assertThatThrownBy(() -> queue.drainTo(queue)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.drainTo(queue, 0)).isInstanceOf(IllegalArgumentException.class);
        Collection<Integer> itself = queue;
        assertThatThrownBy(() -> queue.addAll(itself)).isInstanceOf(IllegalArgumentException.class);
        assertThat(queue).containsExactly(1);
    }

    @Test
    void drainToAndClearEndAlthoughSomebodyAdds() {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(2);
        Collections.addAll(queue, 1, 2);
        List<Integer> addsOneForEach = new ArrayList<>() {
            @Override
            public boolean add(Integer drained) {
                queue.add(drained);
                return super.add(drained);
            }
        };
        assertThat(queue.drainTo(addsOneForEach)).isEqualTo(2);
        assertThat(queue).containsExactly(1, 2);
        queue.clear();
        assertThat(queue).isEmpty();
        assertThat(queue.remainingCapacity()).isEqualTo(2);
    }

    @Test
    void allWhoWaitForRoomGoOnAfterADrain() throws Exception {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(3);
        Collections.addAll(queue, 1, 2, 3);
        List<Waiting<?>> senders = new ArrayList<>();
        for (int i = 4; i <= 6; i++) {
            Waiting<?> sender = putting(queue, i);
            sender.awaitState(Thread.State.WAITING);
            senders.add(sender);
        }
        queue.drainTo(new ArrayList<>());
        for (Waiting<?> sender : senders) {
            sender.result();
        }
        assertThat(queue).containsExactlyInAnyOrder(4, 5, 6);
    }

    // ---- memory

    @Test
    void nothingIsKeptThatHasLeft() throws Exception {
        BlockingQueue<Object> queue = new RingBlockingQueue<>(8);
        List<WeakReference<Object>> gone = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Object each = new Object();
            queue.add(each);
            gone.add(new WeakReference<>(each));
        }
        queue.add("stays");
        queue.poll();
        queue.remove(gone.get(3).get()); // its place stays in use
        Iterator<Object> all = queue.iterator();
        all.next();
        all.remove();
        queue.take();
        queue.drainTo(new ArrayList<>(), 2);
        assertThat(queue).containsExactly("stays");
        all = null;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (gone.stream().anyMatch(each -> each.get() != null) && System.nanoTime() - end < 0) {
            System.gc();
        }
        assertThat(gone).allMatch(each -> each.get() == null);
    }

    @Test
    void aMessageMakesNoObject() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        BlockingQueue<String> queue = new RingBlockingQueue<>(100);
        long bytes = 0;
        for (int turn = 0; turn < 3; turn++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                queue.offer("one");
                queue.offer("two");
                queue.poll();
                queue.peek();
                queue.poll();
            }
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(bytes).isLessThan(1_000);
    }

    // ---- threads against each other

    /** A taker and two removers want the same element: one of them gets it. */
    @Test
    void oneOfThoseThatWantAnElementGetsIt() throws Exception {
        int rounds = 5_000;
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(1);
        AtomicIntegerArray times = new AtomicIntegerArray(rounds);
        AtomicInteger done = new AtomicInteger();
        List<Waiting<?>> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(new Waiting<>(() -> {
                for (int n = done.get(); n < rounds; n = done.get()) {
                    if (queue.remove(n)) {
                        times.incrementAndGet(n);
                    }
                }
                return null;
            }));
        }
        threads.add(new Waiting<>(() -> {
            while (done.get() < rounds) {
                Integer n = queue.poll();
                if (n != null) {
                    times.incrementAndGet(n);
                }
            }
            return null;
        }));
        for (int n = 0; n < rounds; n++) {
            queue.put(n);
            while (times.get(n) == 0) {
                Thread.onSpinWait();
            }
            done.incrementAndGet();
        }
        for (Waiting<?> thread : threads) {
            thread.result();
        }
        for (int n = 0; n < rounds; n++) {
            assertThat(times.get(n)).as("element " + n).isEqualTo(1);
        }
    }

    /** Two that put, two that take, and one that removes: each element leaves once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 16})
    void nothingIsLostOrDoubledBesideARemover(int capacity) throws Exception {
        int each = 5_000;
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(capacity);
        AtomicIntegerArray times = new AtomicIntegerArray(2 * each);
        List<Waiting<?>> senders = new ArrayList<>();
        List<Waiting<?>> takers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int first = i * each;
            senders.add(new Waiting<>(() -> {
                for (int n = 0; n < each; n++) {
                    queue.put(first + n);
                }
                return null;
            }));
            takers.add(new Waiting<>(() -> {
                int[] latest = {-1, -1};
                for (int n = queue.take(); n >= 0; n = queue.take()) {
                    times.incrementAndGet(n);
                    assertThat(n).as("the order of its sender").isGreaterThan(latest[n / each]);
                    latest[n / each] = n;
                }
                return null;
            }));
        }
        Waiting<?> remover = new Waiting<>(() -> {
            while (senders.get(0).thread.isAlive() || senders.get(1).thread.isAlive()) {
                for (Integer n : queue) {
                    if (n % 3 == 0 && queue.remove(n)) {
                        times.incrementAndGet(n);
                    }
                }
            }
            return null;
        });
        for (Waiting<?> sender : senders) {
            sender.result();
        }
        remover.result();
        queue.put(-1);
        queue.put(-1);
        for (Waiting<?> taker : takers) {
            taker.result();
        }
        for (int n = 0; n < times.length(); n++) {
            assertThat(times.get(n)).as("element " + n).isEqualTo(1);
        }
        assertThat(queue).isEmpty();
        assertThat(queue.remainingCapacity()).isEqualTo(capacity);
    }

    private static <E> Waiting<?> putting(BlockingQueue<E> queue, E element) {
        return new Waiting<>(() -> {
            queue.put(element);
            return null;
        });
    }

    /** A call on a thread of its own. */
    private static final class Waiting<T> {
        private final FutureTask<T> task;
        private final Thread thread;

        Waiting(Callable<T> call) {
            task = new FutureTask<>(call);
            thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        }

        void awaitState(Thread.State state) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (thread.getState() != state && System.nanoTime() - end < 0) {
                Thread.onSpinWait();
            }
            assertThat(thread.getState()).isEqualTo(state);
        }

        T result() throws Exception {
            return task.get(20, TimeUnit.SECONDS);
        }

        boolean isInterrupted() throws Exception {
            try {
                result();
                return false;
            } catch (java.util.concurrent.ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(InterruptedException.class);
                return true;
            }
        }
    }
}
