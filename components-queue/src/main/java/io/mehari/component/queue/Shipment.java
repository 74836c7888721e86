package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The copies of one exchange on their way into a queue, with the completions that go along. */
final class Shipment extends BlockedSender.Attempt {
    private final SharedQueue queue;
    private final ExchangeFactory exchanges;
    private final Exchange original;
    private final @Nullable Reply reply;
    private final ExchangePattern pattern;
    private Exchange[] copies = {};

    /**
     * @param reply what the sender waits for; null if he does not
     * @param pattern of the copies, if he does
     */
    Shipment(
            SharedQueue queue,
            ExchangeFactory exchanges,
            Exchange original,
            @Nullable Reply reply,
            ExchangePattern pattern) {
        this.queue = queue;
        this.exchanges = exchanges;
        this.original = original;
        this.reply = reply;
        this.pattern = reply != null ? pattern : ExchangePattern.InOnly;
    }

    BlockedSender.Attempt to(@Nullable Channel only) {
        return only == null ? this : new ToOne(only, make(1)[0]);
    }

    @Override
    @Nullable
    Channel send() {
        return queue.publish(this::make);
    }

    /** Makes the copies. Who waits for the reply keeps his completions; who does not, gives them along. */
    private Exchange[] make(int count) {
        Exchange[] made = new Exchange[count];
        for (int i = 0; i < count; i++) {
            made[i] = copy();
        }
        copies = made;
        if (reply != null) {
            attach(reply);
        } else if (original.getExchangeExtension().hasUnitOfWork()) {
            handOverCompletions();
        }
        return made;
    }

    private Exchange copy() {
        Exchange copy = exchanges.copy(original);
        ExchangeExtension extension = copy.getExchangeExtension();
        copy.setPattern(pattern);
        copy.setException(null);
        copy.setRouteStop(false);
        copy.setRollbackOnly(false);
        copy.setRollbackOnlyLast(false);
        extension.setErrorHandlerHandled(null);
        extension.setFailureHandled(false);
        extension.setRedeliveryExhausted(false);
        return copy;
    }

    private void attach(Reply waiting) {
        Synchronization completion = copies.length == 1 ? waiting : new Legs(List.of(waiting), copies.length);
        for (Exchange copy : copies) {
            copy.getExchangeExtension().addOnCompletion(completion);
            queue.replies().add(copy, waiting);
        }
    }

    private void handOverCompletions() {
        if (copies.length == 1) {
            original.getExchangeExtension().handoverCompletions(copies[0]);
            return;
        }
        List<Synchronization> completions = original.getExchangeExtension().handoverCompletions();
        if (!completions.isEmpty()) {
            Legs legs = new Legs(completions, copies.length);
            for (Exchange copy : copies) {
                copy.getExchangeExtension().addOnCompletion(legs);
            }
        }
    }

    /** Law U3: what goes along with a message that is dropped runs all the same. */
    void discard(String why) {
        if (copies.length == 0) {
            make(1);
        }
        for (Exchange copy : copies) {
            queue.discard(copy, exchanges, why);
        }
    }

    /** Nothing was sent: the completions are the original's again, so that it may be sent once more. */
    void takeBack() {
        if (reply != null) {
            reply.withdraw();
        }
        for (Exchange copy : copies) {
            queue.replies().remove(copy);
            ExchangeExtension extension = copy.getExchangeExtension();
            if (reply == null && extension.hasUnitOfWork()) {
                extension.handoverCompletions(original);
            }
            SharedQueue.end(copy, exchanges);
        }
    }

    /** One exchange for one channel. */
    static final class ToOne extends BlockedSender.Attempt {
        private final Channel channel;
        private final Exchange exchange;

        ToOne(Channel channel, Exchange exchange) {
            this.channel = channel;
            this.exchange = exchange;
        }

        @Override
        @Nullable
        Channel send() {
            return channel.offer(exchange) ? null : channel;
        }
    }
}
