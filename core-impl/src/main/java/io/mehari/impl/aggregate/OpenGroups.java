package io.mehari.impl.aggregate;

import io.mehari.Exchange;
import io.mehari.TooManyCorrelationGroupsException;
import io.mehari.spi.internal.SafeText;
import java.util.Collection;
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
    private final ConcurrentHashMap<Object, Group> groups = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    OpenGroups(String routeId, int maximum) {
        this.routeId = routeId;
        this.maximum = maximum;
    }

    /** Returns the group of a key, opened if there is none. The caller holds its lock then. */
    Group enter(Object key, Exchange message) throws Exception {
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
                groups.remove(key, group); // close() has done it, unless the heap or the stack was full
            }
        }
    }

    private void checkNotWithin(Group group) {
        if (group.lock.isHeldByMe()) {
            throw new IllegalStateException("Route " + routeId + ": an aggregation strategy or a completion predicate"
                    + " sent a message to the group that it was called for, key [" + SafeText.of(group.key)
                    + "]; send from the steps of the aggregate block instead");
        }
    }

    /** Null if another thread has opened the group at the same time. */
    private @Nullable Group open(Object key, Exchange message) throws Exception {
        Group opened = new Group(key, message.getCreated());
        opened.lock.tryLock(); // it is new, so this succeeds
        if (groups.putIfAbsent(key, opened) != null) {
            return null;
        }
        boolean counted = false;
        try {
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

    private void count(Object key, Exchange message) throws TooManyCorrelationGroupsException {
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
                                + SafeText.of(key)
                                + "] would open another; let groups complete, for instance by completionTimeout,"
                                + " or allow more with maximumOpenGroups(...)",
                        message);
            }
        } while (!count.compareAndSet(seen, seen + 1));
    }

    /** Closes a group whose lock the caller holds. */
    void close(Group group) {
        group.closed = true;
        try {
            groups.remove(group.key, group);
        } finally {
            count.decrementAndGet();
        }
    }

    Collection<Group> all() {
        return groups.values();
    }

    int size() {
        return count.get() & ~ENDED;
    }

    /** The age of the oldest group; 0 if there is none, or if it is not known. */
    long oldestMillis() {
        long oldest = Long.MAX_VALUE;
        for (Group each : groups.values()) {
            long opened = Integer.toUnsignedLong(each.openedSeconds);
            oldest = opened == 0 ? oldest : Math.min(oldest, opened);
        }
        return oldest == Long.MAX_VALUE ? 0 : Math.max(0, System.currentTimeMillis() / 1000 - oldest) * 1000;
    }

    /** No group can be opened from now on. */
    void end() {
        count.getAndUpdate(open -> open | ENDED);
    }

    boolean hasEnded() {
        return count.get() < 0;
    }
}
