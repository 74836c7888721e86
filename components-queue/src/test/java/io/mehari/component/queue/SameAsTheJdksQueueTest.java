package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random calls of one thread do the same as on an {@link ArrayBlockingQueue}, also what they throw. */
class SameAsTheJdksQueueTest {
    private static final int HISTORIES = 300;
    private static final int CALLS = 200;
    private static final int VALUES = 5;

    /** A call, with a number that it may use. */
    private interface Call {
        Object on(BlockingQueue<Integer> queue, int number) throws Exception;
    }

    private record Named(String name, Call call) {}

    /** Calls that add and take at the ends. */
    @SuppressWarnings({"ModifyingCollectionWithItself", "CollectionToArraySafeParameter"}) // both must be refused
    private static final List<Named> AT_THE_ENDS = List.of(
            new Named("add", BlockingQueue::add),
            new Named("offer", BlockingQueue::offer),
            new Named("offer again", BlockingQueue::offer),
            new Named("offer for no time", (queue, n) -> queue.offer(n, 0, TimeUnit.SECONDS)),
            new Named("offer for less than no time", (queue, n) -> queue.offer(n, -1, TimeUnit.SECONDS)),
            new Named("poll", (queue, n) -> queue.poll()),
            new Named("poll for no time", (queue, n) -> queue.poll(0, TimeUnit.SECONDS)),
            new Named("poll for less than no time", (queue, n) -> queue.poll(-1, TimeUnit.SECONDS)),
            new Named("remove", (queue, n) -> queue.remove()),
            new Named("element", (queue, n) -> queue.element()),
            new Named("peek", (queue, n) -> queue.peek()),
            new Named("contains", BlockingQueue::contains),
            new Named("containsAll", (queue, n) -> queue.containsAll(List.of(n, n + 1))),
            new Named("remainingCapacity", (queue, n) -> queue.remainingCapacity()),
            new Named("isEmpty", (queue, n) -> queue.isEmpty()),
            new Named("toString", (queue, n) -> queue.toString()),
            new Named("toArray", (queue, n) -> Arrays.asList(queue.toArray())),
            new Named("toArray of a length", (queue, n) -> Arrays.asList(queue.toArray(filled(n)))),
            new Named("toArray of another type", (queue, n) -> Arrays.asList(queue.toArray(new String[n]))),
            new Named("iterator", (queue, n) -> shown(queue.iterator())),
            new Named("addAll", (queue, n) -> queue.addAll(List.of(n, n + 1, n + 2))),
            new Named("addAll of itself", (queue, n) -> queue.addAll(queue)),
            new Named("drainTo at most", Drain::atMost),
            new Named("drainTo less than none", (queue, n) -> Drain.atMost(queue, -n)),
            new Named("drainTo itself", (queue, n) -> queue.drainTo(queue)));

    /** Calls that empty it, or remove from within: a place within is not free at once, as the class says. */
    private static final List<Named> WITHIN = List.of(
            new Named("clear", (queue, n) -> {
                queue.clear();
                return "cleared";
            }),
            new Named("remove of an element", (queue, n) -> queue.remove((Object) n)),
            new Named("removeIf", (queue, n) -> queue.removeIf(each -> each == n)),
            new Named("removeAll", (queue, n) -> queue.removeAll(List.of(n))),
            new Named("retainAll", (queue, n) -> queue.retainAll(List.of(n, n + 1, n + 2))),
            new Named("remove by an iterator", SameAsTheJdksQueueTest::removeByIterator),
            new Named("remove twice by an iterator", (queue, n) -> {
                Iterator<Integer> each = queue.iterator();
                each.next();
                each.remove();
                each.remove();
                return "removed twice";
            }));

    /** {@code drainTo} into a list that it shows. */
    private static final class Drain {
        static Object atMost(BlockingQueue<Integer> queue, int most) {
            List<Integer> drained = new ArrayList<>();
            return queue.drainTo(drained, most) + " " + drained;
        }
    }

    private static Integer[] filled(int length) {
        Integer[] array = new Integer[length];
        Arrays.fill(array, -1);
        return array;
    }

    private static List<Integer> shown(Iterator<Integer> all) {
        List<Integer> shown = new ArrayList<>();
        all.forEachRemaining(shown::add);
        return shown;
    }

    private static Object removeByIterator(Collection<Integer> queue, int number) {
        int removed = 0;
        for (Iterator<Integer> each = queue.iterator(); each.hasNext(); ) {
            if (each.next() == number) {
                each.remove();
                removed++;
            }
        }
        return removed;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7})
    void atTheEndsAlsoWhenItIsFull(int capacity) {
        for (int seed = 0; seed < HISTORIES; seed++) {
            compare(seed, capacity, AT_THE_ENDS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1024})
    void withinIt(int capacity) {
        List<Named> calls = new ArrayList<>(AT_THE_ENDS);
        calls.removeIf(each -> each.name().equals("remainingCapacity"));
        calls.addAll(WITHIN);
        for (int seed = 0; seed < HISTORIES; seed++) {
            compare(seed, capacity, calls);
        }
    }

    private static void compare(int seed, int capacity, List<Named> calls) {
        Random random = new Random(seed);
        BlockingQueue<Integer> expected = new ArrayBlockingQueue<>(capacity);
        BlockingQueue<Integer> actual = new RingBlockingQueue<>(capacity);
        List<String> history = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Named call = calls.get(random.nextInt(calls.size()));
            int number = random.nextInt(VALUES);
            history.add(call.name() + " " + number);
            assertThat(outcome(call, actual, number))
                    .as("capacity %d, seed %d: %s", capacity, seed, history)
                    .isEqualTo(outcome(call, expected, number));
            assertThat(shown(actual.iterator())).isEqualTo(shown(expected.iterator()));
            assertThat(actual).hasSameSizeAs(expected);
        }
    }

    private static String outcome(Named call, BlockingQueue<Integer> queue, int number) {
        try {
            return String.valueOf(call.call().on(queue, number));
        } catch (Exception thrown) {
            return thrown.getClass().getName();
        }
    }
}
