package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Route;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What only some exchanges have: completions, routes, the original message, a message id of its own. */
final class DefaultUnitOfWork extends UnitOfWork {
    /*
     * completions is one Synchronization or, from the second on, an ArrayList of them in the order of adding. One route is a
     * field; from the second level on the outer ones are in a deque. Whether the work is done is a flag of the
     * exchange.
     */
    private static final Comparator<Synchronization> BY_ORDER = Comparator.comparingInt(DefaultUnitOfWork::order);

    private final DefaultExchange exchange;
    private @Nullable Object completions;
    private @Nullable Route route;
    private @Nullable ArrayDeque<Route> outerRoutes;
    private @Nullable Message original;

    @Nullable
    String messageId;

    @Nullable
    Continuation continuation;

    DefaultUnitOfWork(DefaultExchange exchange) {
        this.exchange = exchange;
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
                    + " is done and would never run another completion: add it before the exchange ends");
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

    /** To be called when there are several. */
    @SuppressWarnings("unchecked") // there is no other list in it
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

    /** Takes all completions out, in the order of adding. */
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

    @SuppressWarnings("CatchingUnchecked") // none may be lost, whatever the first of them throws
    private boolean moves(Synchronization each, Predicate<? super Synchronization> filter) {
        try {
            return each.allowHandover() && filter.test(each);
        } catch (Throwable e) {
            Log.warn(DefaultUnitOfWork.class, "Completion " + name(each) + " failed at its hand-over; it stays", e);
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
            throw new IllegalStateException("The unit of work of exchange " + receiver.getId()
                    + " is done: completions cannot be handed over to it");
        }
        for (Synchronization each : takeForHandover(filter)) {
            announce(each, target);
            UnitOfWork last = receiver.isDone() ? this : receiver; // the announcement may have ended the target
            last.addSynchronization(each);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // none may be lost, whatever the first of them throws
    private void announce(Synchronization each, Exchange target) {
        try {
            each.beforeHandover(target);
        } catch (Throwable e) {
            Log.warn(
                    DefaultUnitOfWork.class, "Completion " + name(each) + " failed at its hand-over; it goes along", e);
        }
    }

    // ---- the end

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
                // a completion may have added another one: it runs too
            }
        } finally {
            exchange.set(Flags.WORK_DONE, true); // or a pool would never take the exchange back
        }
    }

    private boolean runTaken() {
        Object taken = completions;
        if (taken == null) {
            return false;
        }
        boolean failed = exchange.isFailed();
        if (taken instanceof ArrayList<?>) {
            List<Synchronization> all = takeAll();
            Collections.reverse(all);
            all.sort(BY_ORDER);
            for (Synchronization each : all) {
                run(each, failed);
            }
        } else {
            completions = null;
            run((Synchronization) taken, failed);
        }
        return true;
    }

    @SuppressWarnings("CatchingUnchecked") // one that does not know its order must not keep any from running
    private static int order(Synchronization each) {
        try {
            return each.getOrder();
        } catch (Throwable e) {
            Log.warn(DefaultUnitOfWork.class, "Completion " + name(each) + " has no order; 0 is taken", e);
            return 0;
        }
    }

    @SuppressWarnings("CatchingUnchecked") // an Error of one completion must not keep the others from running
    private void run(Synchronization each, boolean failed) {
        try {
            if (failed) {
                each.onFailure(exchange);
            } else {
                each.onComplete(exchange);
            }
        } catch (Throwable e) {
            Log.warn(DefaultUnitOfWork.class, "Completion " + name(each) + " of exchange " + getId() + " failed", e);
        }
    }

    /** By its class: its own toString may fail, and then the others would not run. */
    private static String name(Synchronization each) {
        return each.getClass().getName();
    }

    // ---- routes

    @Override
    public @Nullable Route getRoute() {
        exchange.checkUsable();
        return route;
    }

    @Override
    public void pushRoute(Route next) {
        exchange.checkUsable();
        if (route != null) {
            if (outerRoutes == null) {
                outerRoutes = new ArrayDeque<>(4);
            }
            outerRoutes.push(route);
        }
        route = next;
    }

    @Override
    public @Nullable Route popRoute() {
        exchange.checkUsable();
        Route left = route;
        route = outerRoutes == null ? null : outerRoutes.poll();
        return left;
    }

    @Override
    public int routeStackLevel() {
        exchange.checkUsable();
        return route == null ? 0 : 1 + (outerRoutes == null ? 0 : outerRoutes.size());
    }

    // ---- the message as it came in

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
