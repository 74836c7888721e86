package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Route;
import io.mehari.spi.Completions;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import io.mehari.spi.internal.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State that only some exchanges need: completions, routes, the original message, a separate message id. */
final class DefaultUnitOfWork extends UnitOfWork {
    /*
     * `completions` is a single Synchronization or, from the second on, an ArrayList of them in the order of adding.
     * Whether the work is done is a flag of the exchange. The holds on streams are among them, and are never handed
     * over: another exchange that has the stream has a hold of its own.
     */
    private final AbstractExchange exchange;
    private @Nullable Object completions;

    @Nullable
    Message original;

    @Nullable
    String messageId;

    @Nullable
    Continuation continuation;

    /** The innermost failure that an error handler has in hand. */
    @Nullable
    Held handling;

    DefaultUnitOfWork(AbstractExchange exchange) {
        this.exchange = exchange;
    }

    /** The same object. With this method in between, an exchange is verified without loading this class. */
    UnitOfWork asUnitOfWork() {
        return this;
    }

    @Override
    public Exchange getExchange() {
        return exchange;
    }

    // ---- completions

    @Override
    public void addSynchronization(Synchronization synchronization) {
        Objects.requireNonNull(synchronization, "A completion must not be null");
        if (isDone()) {
            throw new IllegalStateException("The unit of work of exchange " + getId()
                    + " is done and would not run the completion: add it before the exchange ends");
        }
        if (completions == null) {
            completions = synchronization;
            return;
        }
        if (!(completions instanceof ArrayList<?>)) {
            List<Synchronization> list = new ArrayList<>(4);
            list.add((Synchronization) completions);
            completions = list;
        }
        // a stream comes first, and so runs last: others of the lowest order may read it, as a reply does
        several().add(synchronization instanceof StreamCache ? 0 : several().size(), synchronization);
    }

    /** Streams may come one after the other: those that are closed already are forgotten. */
    void addStream(StreamCache stream) {
        if (completions instanceof StreamCache before && before.releaseIfSpent()) {
            completions = null;
        } else if (completions instanceof ArrayList<?> all) {
            all.removeIf(each -> each instanceof StreamCache before && before.releaseIfSpent());
        }
        addSynchronization(stream);
    }

    /** Call it only if there are several. */
    private List<Synchronization> several() {
        return castList(Objects.requireNonNull(completions));
    }

    @SuppressWarnings("unchecked") // only this class makes the list
    private static List<Synchronization> castList(Object list) {
        return (ArrayList<Synchronization>) list;
    }

    @Override
    public boolean containsSynchronization(Synchronization synchronization) {
        exchange.usable();
        return completions instanceof ArrayList<?>
                ? several().contains(synchronization)
                : synchronization.equals(completions);
    }

    boolean allowsHandover() {
        exchange.usable();
        if (!(completions instanceof ArrayList<?>)) {
            return completions == null || ((Synchronization) completions).allowHandover();
        }
        for (Synchronization each : several()) {
            if (!each.allowHandover()) {
                return false;
            }
        }
        return true;
    }

    /** Removes all completions and returns them in the order of adding. */
    private List<Synchronization> takeAll() {
        List<Synchronization> all = completions instanceof ArrayList<?>
                ? several()
                : completions != null ? List.of((Synchronization) completions) : List.of();
        completions = null;
        return all;
    }

    List<Synchronization> takeForHandover() {
        List<Synchronization> moved = new ArrayList<>();
        for (Synchronization each : takeAll()) {
            if (moves(each)) {
                moved.add(each);
            } else {
                addSynchronization(each);
            }
        }
        return moved;
    }

    private boolean moves(Synchronization each) {
        try {
            return !(each instanceof StreamCache) && each.allowHandover();
        } catch (Throwable e) { // no completion may be lost if one of them throws
            Log.warn(
                    DefaultUnitOfWork.class,
                    "Completion " + each.getClass().getName()
                            + " failed before its handover, and stays with its exchange",
                    e);
            return false;
        }
    }

    @Override
    public void handoverSynchronization(Exchange target) {
        exchange.usable();
        UnitOfWork receiver = target.getUnitOfWork();
        if (receiver == this) {
            return;
        }
        if (receiver.isDone()) {
            throw new IllegalStateException(
                    "The unit of work of exchange " + receiver.getId() + " is done: it accepts no completions");
        }
        for (Synchronization each : takeForHandover()) {
            Completions.beforeHandover(each, target);
            UnitOfWork last = receiver.isDone() ? this : receiver; // beforeHandover may have ended the target
            last.addSynchronization(each);
        }
    }

    // ---- done

    @Override
    public boolean isDone() {
        return exchange.is(Flags.WORK_DONE);
    }

    void done() {
        if (isDone() || exchange.is(Flags.WORK_ENDING)) {
            return;
        }
        exchange.flags |= Flags.WORK_ENDING;
        while (completions != null) { // again, because a completion may have added another one
            Object taken = completions;
            completions = null;
            if (taken instanceof ArrayList<?>) {
                Completions.run(castList(taken), exchange, exchange.isFailed());
            } else {
                Completions.run((Synchronization) taken, exchange, exchange.isFailed());
            }
        }
        exchange.flags |= Flags.WORK_DONE;
    }

    // ---- routes

    @Override
    public @Nullable Route getRoute() {
        return exchange.usable().currentRoute();
    }

    // ---- the original message

    @Override
    public @Nullable Message getOriginalInMessage() {
        exchange.usable();
        return original;
    }
}
