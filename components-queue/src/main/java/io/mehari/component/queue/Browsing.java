package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.ExchangeFactory;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads queued exchanges, which other threads may take and change at any moment. */
final class Browsing {
    /*
     * Nothing is written to an exchange that belongs to another thread, not even by copy(), which marks the original.
     * After its parts were read, the number of exchanges taken from the ring is read: if this exchange is among them,
     * the result is dropped. The ring increments this number before it gives an exchange out (Ring.taken). So if the
     * exchange is not among them, it was in the ring during all the reads.
     */
    private final ExchangeFactory exchanges;
    private final int limit;

    Browsing(ExchangeFactory exchanges, int limit) {
        this.exchanges = exchanges;
        this.limit = limit == 0 ? Integer.MAX_VALUE : limit;
    }

    List<Exchange> browse(List<Ring> rings) {
        List<Exchange> seen = new ArrayList<>();
        for (Ring ring : rings) {
            browse(ring, seen);
        }
        return seen;
    }

    private void browse(Ring ring, List<Exchange> seen) {
        long taken = ring.taken();
        List<Exchange> queued = new ArrayList<>();
        ring.listInto(queued, limit - seen.size());
        for (int i = 0; i < queued.size() && seen.size() < limit; i++) {
            Exchange copy = read(queued.get(i));
            VarHandle.acquireFence(); // the reads above come before the read of the ring's count
            if (copy != null && ring.isStillInside(queued.get(i), taken + i)) {
                seen.add(copy);
            } else {
                drop(copy);
            }
        }
    }

    private void drop(@Nullable Exchange copy) {
        if (copy != null) {
            exchanges.release(copy, exchanges.lease(copy));
        }
    }

    /** Null if the exchange changed during the reads, because then it has left the ring. */
    private @Nullable Exchange read(Exchange queued) {
        Exchange copy = null;
        try {
            copy = exchanges.create(queued.getPattern());
            copy.setBody(queued.getBody());
            for (Map.Entry<String, @Nullable Object> each : queued.getHeaders().entrySet()) {
                copy.setHeader(each.getKey(), each.getValue());
            }
            for (Map.Entry<String, @Nullable Object> each :
                    queued.getProperties().entrySet()) {
                copy.setProperty(each.getKey(), each.getValue());
            }
            return copy;
        } catch (RuntimeException e) {
            drop(copy);
            return null;
        }
    }
}
