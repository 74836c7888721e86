package io.mehari.component.camel;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.support.UnitOfWorkHelper;
import org.jspecify.annotations.Nullable;

/** The completions of an exchange of Camel, among those of an exchange of Mehari. */
final class CamelCompletions implements Synchronization {
    private final org.apache.camel.Exchange exchange;
    /** The exchange of Camel whose completions run with this one; null as long as Camel itself runs them. */
    private org.apache.camel.@Nullable Exchange held;

    private CamelCompletions(org.apache.camel.Exchange exchange, boolean held) {
        this.exchange = exchange;
        this.held = held ? exchange : null;
    }

    /** Camel runs them when the exchange is back, unless Mehari hands them over to a queue or to another exchange. */
    static void lend(org.apache.camel.Exchange from, Exchange to) {
        if (hasAny(from)) {
            to.getExchangeExtension().addOnCompletion(new CamelCompletions(from, false));
        }
    }

    /** Camel is done with the exchange; its completions run with those of Mehari. */
    static void give(org.apache.camel.Exchange from, Exchange to) {
        to.getExchangeExtension().addOnCompletion(new CamelCompletions(from, true));
    }

    /** Whether there is a completion that may move, apart from those of Mehari. */
    static boolean hasAny(org.apache.camel.Exchange exchange) {
        UnitOfWork work = exchange.getUnitOfWork();
        if (work == null) {
            return false;
        }
        boolean[] any = new boolean[1];
        work.handoverSynchronization(exchange, each -> {
            any[0] |= !(each instanceof MehariCompletions);
            return false;
        });
        return any[0];
    }

    /** Whether Camel itself runs them. */
    boolean isLent() {
        return held == null;
    }

    @Override
    public void beforeHandover(Exchange target) {
        if (held == null) {
            // A copy shares the unit of work of the original, which would hand its completions over to itself.
            org.apache.camel.Exchange copy = exchange.copy();
            copy.getExchangeExtension().setUnitOfWork(null);
            exchange.getExchangeExtension().handoverCompletions(copy);
            held = copy;
        }
    }

    @Override
    public void onComplete(Exchange completed) {
        run(null);
    }

    @Override
    public void onFailure(Exchange failed) {
        run(failed.getException());
    }

    private void run(@Nullable Exception failure) {
        org.apache.camel.Exchange own = held;
        if (own == null) {
            return;
        }
        own.setException(failure);
        UnitOfWork work = own.getUnitOfWork();
        if (work != null) {
            UnitOfWorkHelper.doneUow(work, own);
        } else {
            UnitOfWorkHelper.doneSynchronizations(
                    own, own.getExchangeExtension().handoverCompletions());
        }
    }
}
