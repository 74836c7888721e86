package io.mehari.impl;

import io.mehari.AggregationFailedException;
import io.mehari.Exchange;
import io.mehari.InvalidCorrelationKeyException;
import io.mehari.builder.AggregateSettings;
import io.mehari.impl.Group.Cause;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** Gathers messages to groups, by key, until they are complete. */
final class Aggregator {
    /*
     * A message takes the turn of its group (Group says how that excludes others) and has its copy merged. If the group is
     * complete then, it is closed in the same turn; its aggregate runs after the turn was given back, so that neither
     * other messages of the key nor the steps of the block ever wait for each other. Whoever has closed a group runs it:
     * so it runs once.
     *
     * A copy is at any moment either the aggregate of one group, or about to be released by the thread that made it.
     */
    private static final int ATTEMPTS = 100;

    private final AggregateSettings says;
    private final AggregateSettings.Completion completion;
    private final String routeId;
    private final ExchangeFactory exchanges;
    private final OpenGroups groups;
    private final GroupTimer timer;
    private final CompletedGroups completed;
    private final LeftOverGroups leftOver;
    private final @Nullable StoredGroups stored;
    private final GroupEnds ends;
    private final Merging merging;

    Aggregator(DefaultRoutingContext context, Aggregators route, AggregateSettings says, RouteEntry steps) {
        this.says = says;
        completion = says.completion();
        routeId = route.routeId();
        exchanges = context.services().getExchangeFactory();
        groups = new OpenGroups(routeId, says.groups().maximum(), says.groups().closedKeys());
        completed = new CompletedGroups(context.services(), says, steps);
        timer = new GroupTimer(
                context.services(), group -> completed.elsewhere(() -> end(group, Cause.TIMEOUT, false)));
        leftOver = new LeftOverGroups(routeId, completion.stop());
        stored = says.repository() == null ? null : new StoredGroups(context, says.repository(), exchanges);
        ends = new GroupEnds(route, exchanges, groups, timer, leftOver, stored);
        merging = new Merging(routeId, says, exchanges, timer, ends, stored);
    }

    // ---- a message

    void process(DefaultExchange message) throws Exception {
        if (!message.hasProperties()) {
            add(message);
        } else if (Merging.isTrue(message, Exchange.AGGREGATION_COMPLETE_ALL_GROUPS)) {
            message.removeProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS);
            endAll(Cause.FORCE, null, false);
        } else {
            try {
                add(message);
            } finally {
                endAllAfter(message);
            }
        }
    }

    private void endAllAfter(DefaultExchange message) {
        if (Merging.isTrue(message, Exchange.AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE)) {
            message.removeProperty(Exchange.AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE);
            endAll(Cause.FORCE, null, false);
        }
        if (completion.batch() && Merging.isTrue(message, Exchange.BATCH_COMPLETE)) {
            endAll(Cause.CONSUMER, null, false);
        }
    }

    private void add(DefaultExchange message) throws Exception {
        Object key = key(message);
        if (key == null) {
            return;
        }
        int attempts = 0;
        while (!addTo(key, message)) {
            if (++attempts == ATTEMPTS) {
                throw new AggregationFailedException(
                        "Route " + routeId + ": the repository says each time of " + ATTEMPTS
                                + " that the group of key [" + OpenGroups.text(key) + "] has changed since it was read",
                        message,
                        null);
            }
        }
    }

    private @Nullable Object key(DefaultExchange message) throws InvalidCorrelationKeyException {
        Object key = says.key().evaluate(message);
        if (key == null || (key instanceof String text && text.isEmpty())) {
            if (says.groups().ignoreInvalidKeys()) {
                return null;
            }
            throw new InvalidCorrelationKeyException(
                    "Route " + routeId + ": the correlation key of a message is " + (key == null ? "null" : "empty")
                            + "; see to it that each has one, or say ignoreInvalidCorrelationKeys()",
                    message);
        }
        if (key.getClass().isArray()) {
            throw new InvalidCorrelationKeyException(
                    "Route " + routeId + ": the correlation key of a message is an array of type "
                            + key.getClass().getTypeName() + ", and no two arrays are equal: use a text or a list",
                    message);
        }
        return key;
    }

    /** False when it is to be tried again. */
    private boolean addTo(Object key, DefaultExchange message) throws Exception {
        DefaultExchange copy = (DefaultExchange) exchanges.copy(message);
        int lease = exchanges.lease(copy);
        Group group = null;
        try {
            copy.beginAnew(null);
            group = groups.enter(key, message);
        } finally {
            if (group == null) {
                exchanges.release(copy, lease);
            }
        }
        int outcome = Merging.ADDED;
        try {
            outcome = merging.add(group, copy, lease, message);
        } finally {
            group.turn.give();
            fulfilWish(group, false);
        }
        if ((outcome & Merging.OTHERS_COMPLETE) != 0) {
            endAll(Cause.FORCE, group, false);
        }
        if ((outcome & Merging.COMPLETE) != 0) {
            completed.run(group, false);
        }
        return (outcome & Merging.TOO_LATE) == 0;
    }

    // ---- groups that end for another reason than a message of theirs

    /** Ends all open groups but one; returns how many it ended itself. */
    private int endAll(Cause by, @Nullable Group except, boolean elsewhere) {
        int ended = 0;
        for (Group group : groups.all()) {
            if (group != except && end(group, by, elsewhere)) {
                ended++;
            }
        }
        return ended;
    }

    private boolean end(Group group, Cause by, boolean elsewhere) {
        group.wanted = by;
        return fulfilWish(group, elsewhere);
    }

    /** Ends the group if that is wanted and nobody has the turn, who would do it then. */
    private boolean fulfilWish(Group group, boolean elsewhere) {
        boolean ended = false;
        while (group.wanted != null && group.turn.takeIfFree()) {
            boolean run = false;
            try {
                Cause by = group.wanted;
                group.wanted = null;
                if (by != null && !group.closed) {
                    run = ends.end(group, by);
                    ended |= group.closed;
                }
            } finally {
                group.turn.give();
            }
            if (run) {
                completed.run(group, elsewhere);
            }
        }
        return ended;
    }

    // ---- life

    void start() throws Exception {
        if (stored != null) {
            for (Object key : stored.keys()) {
                find(stored, key);
            }
        }
        if (completion.interval() > 0) {
            nextInterval();
        }
    }

    /** A group that was open when another aggregator on the same repository stopped. */
    private void find(StoredGroups repository, Object key) throws Exception {
        Group group = groups.enter(key, null);
        try {
            repository.load(group);
            DefaultExchange aggregate = group.aggregate;
            if (aggregate != null) {
                merging.restartTimer(group, aggregate);
            }
        } finally {
            repository.unload(group);
            ends.dropIfEmpty(group);
            group.turn.give();
            fulfilWish(group, true); // its time may have been up meanwhile
        }
    }

    private void nextInterval() {
        completed.later(this::intervalIsOver, completion.interval());
    }

    /** On the timer's thread. */
    private void intervalIsOver() {
        if (!groups.hasEnded()) {
            nextInterval();
            if (!groups.isEmpty()) {
                completed.elsewhere(() -> endAll(Cause.INTERVAL, null, false));
            }
        }
    }

    /** Called when nothing else is under way any more; false when there is nothing to complete. */
    boolean completeAtStop() {
        return completion.stop() && endAll(Cause.FORCE, null, true) > 0;
    }

    void end() {
        groups.end();
        completed.stop();
        endAll(Cause.LEFT_OVER, null, false);
        leftOver.report();
    }
}
