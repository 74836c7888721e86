package io.mehari.component.camel;

import io.mehari.Exchange;
import io.mehari.spi.Completions;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.support.SynchronizationAdapter;
import org.jspecify.annotations.Nullable;

/** The completions of an exchange of Mehari, among those of an exchange of Camel. */
final class MehariCompletions extends SynchronizationAdapter {
    private final Exchange exchange;
    /** What runs with this one, and with which exchange; none as long as Mehari itself runs them. Guarded by this. */
    private final List<Synchronization> held = new ArrayList<>();

    private @Nullable Exchange copy;

    private MehariCompletions(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Mehari runs them when the exchange is done, unless Camel hands them over to a queue or to another exchange. */
    static @Nullable MehariCompletions lend(Exchange from, org.apache.camel.Exchange to) {
        if (!from.getExchangeExtension().hasUnitOfWork()) {
            return null;
        }
        MehariCompletions lent = new MehariCompletions(from);
        to.getExchangeExtension().addOnCompletion(lent);
        return lent;
    }

    /** Mehari is done with the exchange; its completions run with those of Camel. */
    static void give(Exchange from, org.apache.camel.Exchange to) {
        MehariCompletions given = lend(from, to);
        if (given != null) {
            given.take(false);
        }
    }

    /** @param all with those of the exchange of Camel that the message came from; else Camel runs them with it */
    private synchronized void take(boolean all) {
        if (copy == null) {
            Exchange target = exchange.copy(); // the exchange itself may be in use again by then
            copy = target;
            held.addAll(exchange.getExchangeExtension().handoverCompletions());
            held.removeIf(each -> !all && each instanceof CamelCompletions camels && camels.isLent());
            held.forEach(each -> Completions.beforeHandover(each, target));
        }
    }

    /** What is held, for the caller alone. */
    private synchronized List<Synchronization> release() {
        List<Synchronization> all = new ArrayList<>(held);
        held.clear();
        return all;
    }

    /** The send that took them has failed: whoever was to run them may never do it (law U3). */
    void takeBack() {
        release().forEach(exchange.getExchangeExtension()::addOnCompletion);
        end(copy);
    }

    /** Until then it holds its body, if that is a stream: the exchange of Camel reads it. */
    private static void end(@Nullable Exchange own) {
        if (own != null) {
            own.getContext().getRoutingContextExtension().getExchangeFactory().end(own);
        }
    }

    @Override
    public void beforeHandover(org.apache.camel.Exchange target) {
        take(true);
    }

    @Override
    public void onDone(org.apache.camel.Exchange ended) {
        List<Synchronization> due = release();
        Exchange own = copy; // written before release() last had the lock
        if (own != null) {
            own.setException(ended.getException());
            Completions.run(due, own, ended.isFailed());
            end(own);
        }
    }
}
