package io.mehari.impl;

import io.mehari.ClosedCorrelationKeyException;
import io.mehari.Exchange;
import io.mehari.TooManyCorrelationGroupsException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The groups of one aggregator that are open, by key, never more than a maximum. */
final class OpenGroups {
    /*
     * A group is put into the map with its turn taken, and then counted; it is taken out before its turn is given back.
     *
     * The end sets the sign of the count. Opening increments it with a compare-and-set after the group was put into the
     * map: if that comes before the end, the end reads what it wrote, and sees the group in the map; if it comes
     * after, it finds the sign and takes the group back. So whoever ends sees every group that there will ever be.
     */
    private static final int ENDED = Integer.MIN_VALUE;

    private final String routeId;
    private final int maximum;
    private final int closedKeys;
    private final ConcurrentHashMap<Object, Group> groups = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Set<Object> closed = new LinkedHashSet<>();

    /** @param closedKeys how many keys of groups that were complete are refused; 0: none */
    OpenGroups(String routeId, int maximum, int closedKeys) {
        this.routeId = routeId;
        this.maximum = maximum;
        this.closedKeys = closedKeys;
    }

    /** The group of a key, opened if there is none. It is the caller's turn. */
    Group enter(Object key, @Nullable Exchange message) throws Exception {
        while (true) {
            Group group = groups.get(key);
            if (group == null) {
                group = open(key, message);
                if (group != null) {
                    return group;
                }
            } else {
                if (!group.turn.takeIfFree()) {
                    checkNotWithin(group);
                    group.turn.take();
                }
                if (!group.closed) {
                    return group;
                }
                group.turn.give();
            }
        }
    }

    private void checkNotWithin(Group group) {
        if (group.turn.isMine()) {
            throw new IllegalStateException("Route " + routeId + ": an aggregation strategy or a completion predicate"
                    + " sent a message to the group that it was called for, key [" + text(group.key)
                    + "]; send from the steps of the aggregate block instead");
        }
    }

    /** Null when another thread was faster. */
    private @Nullable Group open(Object key, @Nullable Exchange message) throws Exception {
        Group opened = new Group(key);
        opened.turn.takeIfFree(); // which it is
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
                opened.turn.give();
            }
        }
        return opened;
    }

    private void count(Object key, @Nullable Exchange message) throws TooManyCorrelationGroupsException {
        int seen;
        do {
            seen = count.get();
            if (seen < 0) {
                throw new IllegalStateException("Route " + routeId + " has stopped: its aggregator takes no message");
            }
            if (seen >= maximum) {
                throw new TooManyCorrelationGroupsException(
                        "Route " + routeId + ": " + seen + " groups are open, as many as may be, and key [" + text(key)
                                + "] would open another; let groups complete, for instance by completionTimeout,"
                                + " or allow more with maximumOpenGroups(...)",
                        message);
            }
        } while (!count.compareAndSet(seen, seen + 1));
    }

    /**
     * Called by whoever has the turn.
     *
     * @param complete whether the key is to be remembered, if that was asked for
     */
    void close(Group group, boolean complete) {
        group.closed = true;
        if (complete && closedKeys > 0) {
            remember(group.key); // first, since whoever opens the next group of this key looks for it
        }
        groups.remove(group.key, group);
        count.decrementAndGet();
    }

    Collection<Group> all() {
        return groups.values();
    }

    boolean isEmpty() {
        return (count.get() & ~ENDED) == 0;
    }

    /** From now on no group is opened. */
    void end() {
        count.getAndUpdate(open -> open | ENDED);
    }

    boolean hasEnded() {
        return count.get() < 0;
    }

    // ---- closed keys, the latest ones

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
                            "Route " + routeId + ": the group of key [" + text(key) + "] was complete, and its key is"
                                    + " closed; give further messages another key, or leave out"
                                    + " closeCorrelationKeyOnCompletion",
                            message);
                }
            }
        }
    }

    private static final int LONGEST_TEXT = 200;

    static String text(Object key) {
        String text = key.toString();
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "...";
    }
}
