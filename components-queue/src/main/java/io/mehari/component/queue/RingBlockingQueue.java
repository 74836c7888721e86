package io.mehari.component.queue;

import io.mehari.component.queue.ring.ManyTakersRing;
import io.mehari.component.queue.ring.Ring;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.Threading;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A bounded blocking queue in which threads wait as those of {@code seda:} do, for programs that have no routes. It can
 * replace an {@link java.util.concurrent.ArrayBlockingQueue} or a {@link java.util.concurrent.LinkedBlockingQueue}.
 *
 * <pre>{@code
 * BlockingQueue<Order> orders = new RingBlockingQueue<>(1000);
 *
 * orders.put(order);                                // waits while the queue is full
 * boolean accepted = orders.offer(order);           // false if it is full
 *
 * Order next = orders.take();                       // waits while the queue is empty
 * Order soon = orders.poll(1, TimeUnit.SECONDS);    // null after a second
 * }</pre>
 *
 * <p><b>Contract.</b> Elements are taken in the order in which they were added. Any number of threads may add and take.
 * Null is refused. A thread that waits can be interrupted. There is no fairness among threads: one that arrives may be
 * served before one that waits, but among the waiting threads the one that has waited longest is woken first.
 *
 * <p><b>Removing.</b> {@link #remove(Object)}, {@link #removeIf} and {@link Iterator#remove} claim an element: either
 * the remover gets it or a taker does, never both. They return true only if the remover got it. The element itself is
 * released at once. Its place becomes free when no older element is in the queue. Until then {@link #size()} does not
 * count the element, but {@link #remainingCapacity()} still counts the place as used.
 *
 * <p><b>Cost.</b> The memory for all places is allocated at once, 12 to 16 bytes for each, and their number is rounded
 * up to a power of two; the capacity stays exact. Adding and taking create no object and take no lock unless a thread
 * has to wait or to wake another. A thread that must wait creates one object, spins for a few microseconds, and then
 * sleeps until it is woken. Removing has to search from the first element on, and while removed elements are between
 * others, taking costs an atomic instruction more.
 *
 * <p><b>Iterators, {@code contains} and {@code toArray}</b> are weakly consistent: they show the elements that were in
 * the queue when they began, without those that were taken or removed since. {@link #clear()} and {@link #drainTo(
 * Collection)} take as many elements as were in the queue when they began.
 *
 * <p><b>Memory consistency.</b> Actions of a thread before it adds an element <i>happen-before</i> actions after
 * another thread has taken, removed or seen it.
 *
 * @param <E> the type of the elements
 */
public final class RingBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    /*
     * ManyTakersRing explains how an element gets one owner, WaitQueue why no wake-up is lost. A thread that waits is
     * counted as looking while it spins, so that no second one is woken for the same element. When it stops looking, it
     * wakes another if there is more.
     */
    private static final int MOST = 1 << 30;

    private final ManyTakersRing<E> ring;
    private final WaitQueue takers = new WaitQueue();
    private final WaitQueue senders = new WaitQueue();

    /**
     * An empty queue.
     *
     * @param capacity how many elements there is room for, 1 or more
     */
    public RingBlockingQueue(int capacity) {
        if (capacity < 1 || capacity > MOST) {
            throw new IllegalArgumentException("The capacity is " + capacity + "; choose 1 to " + MOST);
        }
        Ring.link(new ManyTakersRing<>(2));
        ring = new ManyTakersRing<>(capacity);
    }

    // ---- without waiting

    @Override
    public boolean offer(E element) {
        if (!ring.offer(refuseNull(element))) {
            return false;
        }
        takers.wakeOneIfNeeded();
        return true;
    }

    @Override
    public @Nullable E poll() {
        E first = ring.pollOrWait();
        senders.wakeOneIfNeeded(); // even without an element: places of removed ones may be free now
        return first;
    }

    @Override
    public @Nullable E peek() {
        E first = ring.peek();
        senders.wakeOneIfNeeded();
        return first;
    }

    private static <T> T refuseNull(T element) {
        return Objects.requireNonNull(element, "element is null; a queue holds no null");
    }

    // ---- with waiting

    @Override
    public void put(E element) throws InterruptedException {
        add(element, Long.MAX_VALUE);
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        return add(element, unit.toNanos(timeout));
    }

    private boolean add(E element, long nanos) throws InterruptedException {
        refuseNull(element);
        checkInterrupted();
        return offer(element) || new Adding(element).await(nanos);
    }

    @Override
    public E take() throws InterruptedException {
        E first = take(Long.MAX_VALUE);
        return Objects.requireNonNull(first);
    }

    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return take(unit.toNanos(timeout));
    }

    private @Nullable E take(long nanos) throws InterruptedException {
        checkInterrupted();
        E first = poll();
        if (first != null) {
            return first;
        }
        Taking taking = new Taking();
        return taking.await(nanos) ? taking.taken : null;
    }

    private static void checkInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("Interrupted before the queue was used");
        }
    }

    // ---- removing

    @Override
    public boolean remove(@Nullable Object element) {
        return element != null && remove(element::equals, 1);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return remove(Objects.requireNonNull(filter, "filter is null; it chooses what is removed"), ring.capacity);
    }

    @Override
    public boolean removeAll(Collection<?> unwanted) {
        return removeIf(Objects.requireNonNull(unwanted, "unwanted is null; it is what is removed")::contains);
    }

    @Override
    public boolean retainAll(Collection<?> wanted) {
        Objects.requireNonNull(wanted, "wanted is null; it is what stays");
        return removeIf(each -> !wanted.contains(each));
    }

    private boolean remove(Predicate<? super E> unwanted, int most) {
        int removed = 0;
        long end = ring.offered();
        for (long number = ring.taken(); number < end && removed < most; number++) {
            E each = ring.get(number);
            if (each != null && unwanted.test(each) && remove(number)) {
                removed++;
            }
        }
        return removed > 0;
    }

    private boolean remove(long number) {
        boolean wasThere = ring.remove(number);
        senders.wakeOneIfNeeded();
        return wasThere;
    }

    @Override
    public void clear() {
        int left = ring.size();
        while (left > 0 && poll() != null) {
            left--;
        }
    }

    @Override
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> target, int most) {
        if (Objects.requireNonNull(target, "target is null; it gets the elements") == this) {
            throw new IllegalArgumentException("A queue cannot be drained to itself");
        }
        int limit = Math.min(most, ring.size());
        int drained = 0;
        while (drained < limit) {
            E each = poll();
            if (each == null) {
                break;
            }
            target.add(each);
            drained++;
        }
        return drained;
    }

    // ---- looking

    @Override
    public int size() {
        return ring.sizeWithoutRemoved();
    }

    @Override
    public int remainingCapacity() {
        return Math.max(0, ring.capacity - ring.size());
    }

    @Override
    public Iterator<E> iterator() {
        return new Elements();
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
    }

    /** Reads one element ahead: so if hasNext() returns true, next() has an element. */
    private final class Elements implements Iterator<E> {
        private static final long NONE = -1;

        private final long end = ring.offered();
        private long ahead = ring.taken() - 1;
        private @Nullable E next;
        private long last = NONE;

        Elements() {
            advance();
        }

        private void advance() {
            next = null;
            while (next == null && ++ahead < end) {
                next = ring.get(ahead);
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public E next() {
            E current = next;
            if (current == null) {
                throw new NoSuchElementException("There is no further element");
            }
            last = ahead;
            advance();
            return current;
        }

        @Override
        public void remove() {
            if (last == NONE) {
                throw new IllegalStateException("Call next() first; each element can be removed once");
            }
            RingBlockingQueue.this.remove(last);
            last = NONE;
        }
    }

    // ---- waiting

    private abstract static class Attempt extends WaitQueue.Waiter {
        private final WaitQueue here;
        private final WaitQueue opposite;

        Attempt(WaitQueue here, WaitQueue opposite) {
            this.here = here;
            this.opposite = opposite;
        }

        /**
         * Whether to try again. A sender waits until an eighth of the places is free, so that it stays away from the
         * taker's cache lines.
         */
        boolean isDue() {
            return !mustWait();
        }

        /** Tries without waiting. */
        abstract boolean succeeds();

        /** Tries until it succeeds or the time has expired; the thread sleeps in between. */
        final boolean await(long nanos) throws InterruptedException {
            if (nanos <= 0) {
                return false;
            }
            long deadline = nanos > Long.MAX_VALUE / 2 ? WaitQueue.FOR_EVER : Threading.nanoTime() + nanos;
            here.startLooking(this);
            try {
                return spin() || sleep(deadline);
            } finally {
                if (here.stopLooking(this) && !mustWait()) {
                    here.wakeOne();
                }
            }
        }

        private boolean spin() {
            for (int round = 0; round < SpinThenPark.ROUNDS; round++) {
                SpinThenPark.spin(round);
                if (isDue() && succeeds()) {
                    return true;
                }
            }
            if (opposite.hasWaiters()) {
                opposite.wakeOne(); // one that was woken before may be unable to run: see Channel.wakeNextSender
            }
            return false;
        }

        private boolean sleep(long deadline) throws InterruptedException {
            do {
                if (!here.sleep(this, deadline)) {
                    throw new InterruptedException("Interrupted while waiting for a queue");
                }
                if (succeeds()) {
                    return true;
                }
            } while (!WaitQueue.isPast(deadline));
            return false;
        }
    }

    private final class Taking extends Attempt {
        private @Nullable E taken;

        Taking() {
            super(takers, senders);
        }

        @Override
        protected boolean mustWait() {
            return ring.isEmpty();
        }

        @Override
        boolean succeeds() {
            taken = poll();
            return taken != null;
        }
    }

    private final class Adding extends Attempt {
        private final E element;

        Adding(E element) {
            super(senders, takers);
            this.element = element;
        }

        @Override
        protected boolean mustWait() {
            return ring.isFull();
        }

        @Override
        boolean isDue() {
            return ring.capacity - ring.size() >= Math.max(1, ring.capacity / 8);
        }

        @Override
        boolean succeeds() {
            return offer(element);
        }
    }
}
