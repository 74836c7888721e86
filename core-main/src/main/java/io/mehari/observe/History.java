package io.mehari.observe;

import io.mehari.Exchange;
import io.mehari.MessageHistory;
import io.mehari.impl.observe.StepWatch;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The latest steps of one exchange, as the list in its property. */
final class History extends AbstractList<MessageHistory> {
    /*
     * A list that never changes: one object for each step, with a reference to the steps before it. So an exchange and
     * its copies share what they have in common, on whatever threads they are, without a lock.
     *
     * The list shows CAPACITY steps. Up to twice as many are kept, so that the oldest are dropped once in CAPACITY
     * steps, by a copy.
     */
    static final int CAPACITY = 100;

    private final @Nullable History before;
    private final HistoryWatch step;
    private final long nanos;
    private final long end;
    private final int kept;

    private History(@Nullable History before, HistoryWatch step, long nanos, long end) {
        this.before = before;
        this.step = step;
        this.nanos = nanos;
        this.end = end;
        this.kept = before == null ? 1 : before.kept + 1;
    }

    static @Nullable History of(Exchange exchange) {
        return exchange.getProperty(Exchange.MESSAGE_HISTORY) instanceof History history ? history : null;
    }

    static void add(Exchange exchange, HistoryWatch step, long nanos, long end) {
        History before = of(exchange);
        History shorter = before != null && before.kept == 2 * CAPACITY ? before.latest(CAPACITY - 1) : before;
        exchange.setProperty(Exchange.MESSAGE_HISTORY, new History(shorter, step, nanos, end));
    }

    private History latest(int count) {
        History rest = count == 1 || before == null ? null : before.latest(count - 1);
        return new History(rest, step, nanos, end);
    }

    /** Whether the latest step is this one. */
    boolean isLatest(StepWatch that) {
        return step == that;
    }

    /** When the latest step ended. */
    long end() {
        return end;
    }

    @Override
    public int size() {
        return Math.min(kept, CAPACITY);
    }

    @Override
    public MessageHistory get(int index) {
        History entry = this;
        for (int i = size() - 1; i > Objects.checkIndex(index, size()); i--) {
            entry = Objects.requireNonNull(entry.before);
        }
        return entry.message();
    }

    private MessageHistory message() {
        return new MessageHistory(step.routeId, step.node, nanos);
    }

    @Override
    public Iterator<MessageHistory> iterator() {
        MessageHistory[] all = new MessageHistory[size()];
        History entry = this;
        for (int i = all.length - 1; i >= 0; i--) {
            all[i] = Objects.requireNonNull(entry).message();
            entry = entry.before;
        }
        return Arrays.asList(all).iterator();
    }
}
