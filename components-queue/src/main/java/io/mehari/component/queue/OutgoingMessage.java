package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.spi.Completions;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A message that is being sent to a queue: the exchange itself, or a copy for each consumer, with its completions. */
class OutgoingMessage {
    private static final Exchange[] NONE = {};

    private final SharedQueue queue;
    private final ExchangeFactory exchanges;
    final Exchange original;
    final @Nullable Reply reply; // null if the sender does not wait
    private final ExchangePattern pattern;
    private final @Nullable Channel only; // null if each consumer gets a copy
    private Exchange[] copies; // created when they are sent for the first time

    /** @param pattern the pattern of the copies, if the sender waits */
    OutgoingMessage(
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
        this.only = queue.only();
        this.copies = NONE;
    }

    /** Sends the exchange itself to that channel. */
    OutgoingMessage(SharedQueue queue, ExchangeFactory exchanges, Exchange itself, Channel only) {
        this.queue = queue;
        this.exchanges = exchanges;
        this.original = itself;
        this.reply = null;
        this.pattern = itself.getPattern();
        this.only = only;
        this.copies = new Exchange[] {itself};
    }

    /** Sends the message if there is room. Returns null, or the channel that has no room or is closed. */
    @Nullable
    Channel send() {
        if (only == null) {
            return queue.publish(this);
        }
        if (copies.length == 0) {
            makeCopies(1);
        }
        return only.offer(copies[0]) ? null : only;
    }

    /** Tries again while a busy taker may make room, which takes less time than parking. */
    @Nullable
    Channel sendBriefly(Channel full) {
        Channel next = full;
        for (int round = 0; next != null && round < SpinThenPark.ROUNDS; round++) {
            SpinThenPark.spin(round);
            next = next.hasMuchRoom() ? send() : next;
        }
        return next;
    }

    /** Completions stay with a sender that waits for a reply; otherwise they move to the copies. */
    Exchange[] makeCopies(int count) {
        Exchange[] made = new Exchange[count];
        copies = made; // if the heap is full before the last one, takeBack() ends those that are made
        for (int i = 0; i < count; i++) {
            made[i] = exchanges.copyAsNew(original, pattern);
        }
        if (reply != null) {
            expect(reply);
        } else if (original.getExchangeExtension().hasUnitOfWork()) {
            handOverCompletions();
        }
        return made;
    }

    private void expect(Reply waiting) {
        completeWith(copies.length == 1 ? waiting : new AfterLastCopy(List.of(waiting), copies.length));
        for (Exchange copy : copies) {
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
            completions.forEach(each -> Completions.beforeHandover(each, copies[0]));
            completeWith(new AfterLastCopy(completions, copies.length));
        }
    }

    private void completeWith(Synchronization completion) {
        for (Exchange copy : copies) {
            copy.getExchangeExtension().addOnCompletion(completion);
        }
    }

    void noRoomFor(Exchange copy) {
        queue.discard(copy, exchanges, "the queue was full");
    }

    /** Drops the message and runs its completions (law U3). */
    void discard(String why) {
        if (copies.length == 0) {
            makeCopies(1);
        }
        for (Exchange copy : copies) {
            queue.discard(copy, exchanges, why);
        }
    }

    /** Fails the original. Its completions move back, so that it can be sent again. The copies were not sent. */
    void takeBack(Throwable why) {
        if (reply != null) {
            reply.withdraw();
        }
        try {
            for (int i = 0; i < copies.length && copies[i] != null; i++) {
                takeBack(copies[i]);
            }
        } finally {
            original.setException(why);
        }
    }

    private void takeBack(Exchange copy) {
        queue.replies().remove(copy);
        ExchangeExtension extension = copy.getExchangeExtension();
        if (reply == null && extension.hasUnitOfWork()) {
            extension.handoverCompletions(original);
        }
        SharedQueue.release(copy, exchanges);
    }

    /** Runs completions when the last copy of the message is done (law U3). */
    private static final class AfterLastCopy implements Synchronization {
        private final List<Synchronization> completions;
        private final boolean answers; // with a reply, which is then the only completion
        private final AtomicInteger underWay;
        private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

        /** @param completions in the order in which they were added */
        AfterLastCopy(List<Synchronization> completions, int copies) {
            this.completions = new ArrayList<>(completions);
            this.answers = completions.get(0) instanceof Reply;
            this.underWay = new AtomicInteger(copies);
        }

        /** False for a reply: its sender waits for the copies, and not for what their routes send. */
        @Override
        public boolean allowHandover() {
            return !answers;
        }

        @Override
        public int getOrder() {
            return answers ? LOWEST : 0; // after the completions that the route added
        }

        @Override
        public void onComplete(Exchange copy) {
            end(copy);
        }

        @Override
        public void onFailure(Exchange copy) {
            failure.compareAndSet(null, copy.getException());
            end(copy);
        }

        private void end(Exchange copy) {
            if (underWay.decrementAndGet() == 0) {
                Exception failed = failure.get();
                if (failed != null && !copy.isFailed()) {
                    copy.setException(failed); // one copy failed, so the message did
                }
                Completions.run(completions, copy, copy.isFailed());
            }
        }
    }
}
