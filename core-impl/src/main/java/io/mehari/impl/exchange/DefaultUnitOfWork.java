package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Route;
import io.mehari.spi.Completions;
import io.mehari.spi.Log;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** State that only some exchanges need: completions, routes, the original message, a separate message id. */
final class DefaultUnitOfWork extends UnitOfWork {
    /*
     * `completions` is a single Synchronization or, from the second on, an ArrayList of them in the order of adding.
     * Whether the work is done is a flag of the exchange.
     */
    private final AbstractExchange exchange;
    private @Nullable Object completions;
    private @Nullable ArrayDeque<Route> routes;
    private @Nullable Message original;

    @Nullable
    String messageId;

    @Nullable
    Continuation continuation;

    /** The innermost failure that an error handler is handling. */
    @Nullable
    FailureInHand handling;

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
        } else if (completions instanceof ArrayList<?>) {
            several().add(synchronization);
        } else {
            List<Synchronization> both = new ArrayList<>(4);
            both.add((Synchronization) completions);
            both.add(synchronization);
            completions = both;
        }
    }

    /** Call it only if there are several. */
    @SuppressWarnings("unchecked") // only this class makes the list
    private List<Synchronization> several() {
        return (ArrayList<Synchronization>) Objects.requireNonNull(completions);
    }

    @Override
    public boolean removeSynchronization(Synchronization synchronization) {
        exchange.checkUsable();
        if (completions instanceof ArrayList<?>) {
            return several().remove(synchronization);
        }
        boolean present = synchronization.equals(completions);
        if (present) {
            completions = null;
        }
        return present;
    }

    @Override
    public boolean containsSynchronization(Synchronization synchronization) {
        exchange.checkUsable();
        return completions instanceof ArrayList<?>
                ? several().contains(synchronization)
                : synchronization.equals(completions);
    }

    boolean allowsHandover() {
        exchange.checkUsable();
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
        return takeForHandover(any -> true);
    }

    private List<Synchronization> takeForHandover(Predicate<? super Synchronization> filter) {
        List<Synchronization> moved = new ArrayList<>();
        for (Synchronization each : takeAll()) {
            if (moves(each, filter)) {
                moved.add(each);
            } else {
                addSynchronization(each);
            }
        }
        return moved;
    }

    @SuppressWarnings("CatchingUnchecked") // no completion may be lost if one of them throws
    private boolean moves(Synchronization each, Predicate<? super Synchronization> filter) {
        try {
            return each.allowHandover() && filter.test(each);
        } catch (Throwable e) {
            Log.warn(
                    DefaultUnitOfWork.class,
                    "Completion " + name(each) + " failed before its handover, and stays with its exchange",
                    e);
            return false;
        }
    }

    @Override
    public void handoverSynchronization(Exchange target, Predicate<? super Synchronization> filter) {
        exchange.checkUsable();
        UnitOfWork receiver = target.getUnitOfWork();
        if (receiver == this) {
            return;
        }
        if (receiver.isDone()) {
            throw new IllegalStateException(
                    "The unit of work of exchange " + receiver.getId() + " is done: it accepts no completions");
        }
        for (Synchronization each : takeForHandover(filter)) {
            announce(each, target);
            UnitOfWork last = receiver.isDone() ? this : receiver; // beforeHandover may have ended the target
            last.addSynchronization(each);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // no completion may be lost if one of them throws
    private void announce(Synchronization each, Exchange target) {
        try {
            each.beforeHandover(target);
        } catch (Throwable e) {
            Log.warn(
                    DefaultUnitOfWork.class,
                    "Completion " + name(each) + " failed before its handover, and moves all the same",
                    e);
        }
    }

    // ---- done

    @Override
    public boolean isDone() {
        return exchange.is(Flags.WORK_DONE);
    }

    @Override
    public void done() {
        if (isDone() || exchange.is(Flags.WORK_ENDING)) {
            return;
        }
        exchange.set(Flags.WORK_ENDING, true);
        try {
            while (runTaken()) {
                // again, because a completion may have added another one
            }
        } finally {
            exchange.set(Flags.WORK_DONE, true); // else a pool would never accept the exchange
        }
    }

    private boolean runTaken() {
        Object taken = completions;
        if (taken == null) {
            return false;
        }
        boolean failed = exchange.isFailed();
        if (taken instanceof ArrayList<?>) {
            Completions.run(takeAll(), exchange, failed);
        } else {
            completions = null;
            Completions.run((Synchronization) taken, exchange, failed);
        }
        return true;
    }

    /** The name of its class: toString() may fail, and then the other completions would not run. */
    private static String name(Synchronization each) {
        return each.getClass().getName();
    }

    // ---- routes

    @Override
    public @Nullable Route getRoute() {
        exchange.checkUsable();
        Route pushed = routes == null ? null : routes.peek();
        return pushed != null ? pushed : exchange.currentRoute();
    }

    @Override
    public void pushRoute(Route next) {
        exchange.checkUsable();
        if (routes == null) {
            routes = new ArrayDeque<>(4);
        }
        routes.push(next);
    }

    @Override
    public @Nullable Route popRoute() {
        exchange.checkUsable();
        return routes == null ? null : routes.poll();
    }

    @Override
    public int routeStackLevel() {
        exchange.checkUsable();
        return exchange.depth() + (routes == null ? 0 : routes.size());
    }

    // ---- the original message

    @Override
    public @Nullable Message getOriginalInMessage() {
        exchange.checkUsable();
        return original;
    }

    @Override
    public void setOriginalInMessage(@Nullable Message original) {
        exchange.checkUsable();
        this.original = original;
    }
}
