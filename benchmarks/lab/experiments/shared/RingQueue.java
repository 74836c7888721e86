package io.mehari.lab.queue;

import java.lang.invoke.VarHandle;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A bounded queue for many threads on both sides: a ring in which no message is an object of its own, and in which no
 * thread takes a lock unless it sleeps or wakes another.
 *
 * <p>Elements are compared by {@code equals} in {@link #remove(Object)}. A removed element keeps its place until a taker
 * comes to it: until then {@link #remainingCapacity} does not grow. Iterators are weakly consistent.
 */
public final class RingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    /*
     * Place i has a sequence: n when it is free for the n-th element, and n + 1 when it holds that element. A producer
     * moves the tail, writes the element and then the sequence; a taker moves the head, takes the element out and then
     * writes the sequence of the next turn.
     *
     * remove(o) puts DEAD in the place of the element by compare-and-set, and a taker exchanges the element for null.
     * So one of them gets the element. A taker that finds DEAD goes on.
     *
     * Sleeping: a thread that finds nothing enters `waiting`, then looks again, and then sleeps. A thread that has moved
     * an index looks at `waiting` after a full fence. So one of the two sees the other.
     */
    private static final Object DEAD = new Object();
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;

    private final int capacity;
    private final int mask;
    private final AtomicReferenceArray<Object> places;
    private final AtomicLongArray sequences;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();
    private final AtomicInteger dead = new AtomicInteger();
    private final Sleepers takers = new Sleepers();
    private final Sleepers producers = new Sleepers();

    /** Threads that sleep until the other side has moved. */
    private static final class Sleepers {
        final AtomicInteger waiting = new AtomicInteger();
        final ReentrantLock lock = new ReentrantLock();
        final Condition moved = lock.newCondition();

        /** Sleeps until that is true or the time is over, and returns whether it is. */
        boolean await(BooleanSupplier done, long nanos) throws InterruptedException {
            lock.lockInterruptibly();
            waiting.incrementAndGet();
            try {
                boolean is = done.getAsBoolean();
                for (long left = nanos; !is && left > 0; is = done.getAsBoolean()) {
                    left = moved.awaitNanos(left);
                }
                return is;
            } finally {
                waiting.decrementAndGet();
                lock.unlock();
            }
        }

        void wakeOne() {
            VarHandle.fullFence();
            if (waiting.get() > 0) {
                lock.lock();
                try {
                    moved.signal();
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** An empty queue of that capacity. */
    public RingQueue(int capacity) {
        if (capacity < 1 || capacity > 1 << 30) {
            throw new IllegalArgumentException("The capacity is " + capacity + ": choose 1 to " + (1 << 30));
        }
        this.capacity = capacity;
        int length = Integer.highestOneBit(Math.max(2, capacity) * 2 - 1);
        mask = length - 1;
        places = new AtomicReferenceArray<>(length);
        sequences = new AtomicLongArray(length);
        for (int i = 0; i < length; i++) {
            sequences.set(i, i);
        }
    }

    // ---- without waiting

    @Override
    public boolean offer(E element) {
        if (!append(Objects.requireNonNull(element, "A queue holds no null"))) {
            return false;
        }
        takers.wakeOne();
        return true;
    }

    private boolean append(E element) {
        while (true) {
            long number = tail.get();
            int place = (int) number & mask;
            long free = sequences.get(place) - number;
            if (number - head.get() >= capacity) {
                if (number == tail.get()) {
                    return false;
                }
            } else if (free == 0 && tail.compareAndSet(number, number + 1)) {
                places.set(place, element);
                sequences.set(place, number + 1);
                return true;
            } else if (free < 0) {
                Thread.yield(); // a taker is between two instructions
            }
        }
    }

    @Override
    public E poll() {
        E element = next();
        if (element != null) {
            producers.wakeOne();
        }
        return element;
    }

    @SuppressWarnings("unchecked") // only elements and DEAD are in places
    private E next() {
        while (true) {
            long number = head.get();
            int place = (int) number & mask;
            long full = sequences.get(place) - number - 1;
            if (full == 0 && head.compareAndSet(number, number + 1)) {
                Object element = places.getAndSet(place, null);
                sequences.set(place, number + mask + 1);
                if (element != DEAD) {
                    return (E) element;
                }
                dead.decrementAndGet();
                producers.wakeOne();
            } else if (full < 0) {
                if (tail.get() == number) {
                    return null;
                }
                Thread.yield(); // a producer is between two instructions
            }
        }
    }

    // ---- with waiting

    @Override
    public void put(E element) throws InterruptedException {
        offer(element, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(element, "A queue holds no null");
        boolean added = !interrupted() && append(element) || producers.await(() -> append(element), unit.toNanos(timeout));
        if (added) {
            takers.wakeOne();
        }
        return added;
    }

    @Override
    public E take() throws InterruptedException {
        E element;
        do {
            element = poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } while (element == null);
        return element;
    }

    @Override
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        E element = interrupted() ? null : next();
        for (int i = 0; element == null && i < SPINS && timeout > 0; i++) {
            Thread.onSpinWait();
            element = next();
        }
        if (element == null) {
            Object[] found = new Object[1];
            takers.await(() -> (found[0] = next()) != null, unit.toNanos(timeout));
            element = cast(found[0]);
        }
        if (element != null) {
            producers.wakeOne();
        }
        return element;
    }

    @SuppressWarnings("unchecked") // what next() returned
    private E cast(Object element) {
        return (E) element;
    }

    private static boolean interrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return false;
    }

    // ---- the content

    @Override
    @SuppressWarnings("unchecked") // only elements and DEAD are in places
    public E peek() {
        while (true) {
            long number = head.get();
            int place = (int) number & mask;
            boolean full = sequences.get(place) == number + 1;
            Object first = places.get(place);
            if (full && first == DEAD) {
                dropDead();
            } else if (full && number == head.get()) {
                return (E) first;
            } else if (tail.get() == number) {
                return null;
            }
        }
    }

    @Override
    public boolean remove(Object element) {
        long end = tail.get();
        for (long number = head.get(); element != null && number < end; number++) {
            int place = (int) number & mask;
            Object found = places.get(place);
            if (found != null && found != DEAD && element.equals(found) && places.compareAndSet(place, found, DEAD)) {
                dead.incrementAndGet();
                dropDead();
                return true;
            }
        }
        return false;
    }

    /** Gives back the places of removed elements at the head. */
    private void dropDead() {
        long number = head.get();
        int place = (int) number & mask;
        // The sequence first: before it is set, the place may still hold what is left of the turn before.
        while (sequences.get(place) == number + 1
                && places.get(place) == DEAD
                && head.compareAndSet(number, number + 1)) {
            places.set(place, null);
            sequences.set(place, number + mask + 1);
            dead.decrementAndGet();
            producers.wakeOne();
            number = head.get();
            place = (int) number & mask;
        }
    }

    @Override
    public int size() {
        return (int) Math.max(0, Math.min(capacity, tail.get() - head.get() - dead.get()));
    }

    @Override
    public int remainingCapacity() {
        return (int) Math.max(0, capacity - (tail.get() - head.get()));
    }

    @Override
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> target, int most) {
        if (Objects.requireNonNull(target) == this) {
            throw new IllegalArgumentException("A queue cannot be drained to itself");
        }
        int drained = 0;
        for (E each = null; drained < most && (each = poll()) != null; drained++) {
            target.add(each);
        }
        return drained;
    }

    @Override
    @SuppressWarnings("unchecked") // only elements and DEAD are in places
    public Iterator<E> iterator() {
        List<E> content = new ArrayList<>();
        long end = tail.get();
        for (long number = head.get(); number < end; number++) {
            Object each = places.get((int) number & mask);
            if (each != null && each != DEAD) {
                content.add((E) each);
            }
        }
        Iterator<E> all = content.iterator();
        return new Iterator<>() {
            private E last;

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public E next() {
                last = all.next();
                return last;
            }

            @Override
            public void remove() {
                if (last == null) {
                    throw new IllegalStateException("Call next() first");
                }
                RingQueue.this.remove(last);
                last = null;
            }
        };
    }
}
