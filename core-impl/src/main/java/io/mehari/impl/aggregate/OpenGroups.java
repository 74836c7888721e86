package io.mehari.impl.aggregate;

import io.mehari.Exchange;
import io.mehari.TooManyCorrelationGroupsException;
import io.mehari.processor.aggregate.ClosedCorrelationKeyException;
import io.mehari.spi.SafeText;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The open groups of one aggregator, by key; their number is limited. */
final class OpenGroups {
    /*
     * A group is put into the map with its lock held, and then counted. It leaves the map before the lock is released.
     *
     * end() sets the sign bit of the count. Opening a group increments the count with a compare-and-set after the group
     * was put into the map. If this comes before end(), then end() reads the incremented count and sees the group in
     * the map. If it comes after, it finds the sign bit and removes the group again. So the thread that calls end()
     * sees every group.
     */
    private static final int ENDED = Integer.MIN_VALUE;

    private final String routeId;
    private final int maximum;
    private final int closedKeys;
    private final ConcurrentHashMap<Object, Group> groups = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Set<Object> closed = new LinkedHashSet<>();

    /** @param closedKeys how many keys of completed groups are remembered and refused; 0 for none */
    OpenGroups(String routeId, int maximum, int closedKeys) {
        this.routeId = routeId;
        this.maximum = maximum;
        this.closedKeys = closedKeys;
    }

    /** Returns the group of a key, opened if there is none. The caller holds its lock then. */
    Group enter(Object key, @Nullable Exchange message) throws Exception {
        while (true) {
            Group group = groups.get(key);
            if (group == null) {
                group = open(key, message);
                if (group != null) {
                    return group;
                }
            } else {
                if (!group.lock.tryLock()) {
                    checkNotWithin(group);
                    group.lock.lockInterruptibly();
                }
                if (!group.closed) {
                    return group;
                }
                group.lock.unlock();
            }
        }
    }

    private void checkNotWithin(Group group) {
        if (group.lock.isHeldByMe()) {
            throw new IllegalStateException("Route " + routeId + ": an aggregation strategy or a completion predicate"
                    + " sent a message to the group that it was called for, key [" + text(group.key)
                    + "]; send from the steps of the aggregate block instead");
        }
    }

    /** Null if another thread has opened the group at the same time. */
    private @Nullable Group open(Object key, @Nullable Exchange message) throws Exception {
        Group opened = new Group(key);
        opened.lock.tryLock(); // it is new, so this succeeds
        if (groups.putIfAbsent(key, opened) != null) {
            return null;
        }
        boolean counted = false;
        try {
            checkNotClosed(key, message);
            count(key, message);
            counted = true;
        } finally {
            if (!counted) {
                opened.closed = true;
                groups.remove(key, opened);
                opened.lock.unlock();
            }
        }
        return opened;
    }

    private void count(Object key, @Nullable Exchange message) throws TooManyCorrelationGroupsException {
        int seen;
        do {
            seen = count.get();
            if (seen < 0) {
                throw new IllegalStateException(
                        "Route " + routeId + " has stopped, so its aggregator accepts no message");
            }
            if (seen >= maximum) {
                throw new TooManyCorrelationGroupsException(
                        "Route " + routeId + ": " + seen + " groups are open, which is the maximum, and key ["
                                + text(key)
                                + "] would open another; let groups complete, for instance by completionTimeout,"
                                + " or allow more with maximumOpenGroups(...)",
                        message);
            }
        } while (!count.compareAndSet(seen, seen + 1));
    }

    /**
     * Closes a group whose lock the caller holds.
     *
     * @param complete whether the key counts as the key of a completed group
     */
    void close(Group group, boolean complete) {
        if (complete && closedKeys > 0) {
            remember(group.key); // first: a thread that opens the next group of this key looks for it; and it may throw
        }
        group.closed = true;
        try {
            groups.remove(group.key, group);
        } finally {
            count.decrementAndGet();
        }
    }

    @Nullable
    Group find(Object key) {
        return groups.get(key);
    }

    Collection<Group> all() {
        return groups.values();
    }

    boolean isEmpty() {
        return (count.get() & ~ENDED) == 0;
    }

    /** No group can be opened from now on. */
    void end() {
        count.getAndUpdate(open -> open | ENDED);
    }

    boolean hasEnded() {
        return count.get() < 0;
    }

    // ---- the latest closed keys

    private void remember(Object key) {
        synchronized (closed) {
            closed.remove(key);
            closed.add(key);
            if (closed.size() > closedKeys) {
                closed.remove(closed.iterator().next());
            }
        }
    }

    private void checkNotClosed(Object key, @Nullable Exchange message) throws ClosedCorrelationKeyException {
        if (closedKeys > 0) {
            synchronized (closed) {
                if (closed.contains(key)) {
                    throw new ClosedCorrelationKeyException(
                            "The correlation key [" + text(key) + "] has been closed. Its group in route "
                                    + routeId + " was complete: give further messages another key, or leave out"
                                    + " closeCorrelationKeyOnCompletion",
                            message,
                            key instanceof String known ? known : text(key));
                }
            }
        }
    }

    static String text(Object key) {
        return SafeText.of(key);
    }
}
