package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a closed channel has: nothing goes in and nothing comes out. */
final class ClosedRing extends Ring {
    private final int capacity;

    ClosedRing(int capacity) {
        this.capacity = capacity;
    }

    @Override
    boolean offer(Exchange exchange) {
        return false;
    }

    @Override
    @Nullable
    Exchange poll() {
        return null;
    }

    @Override
    boolean isEmpty() {
        return true;
    }

    @Override
    int size() {
        return 0;
    }

    @Override
    int capacity() {
        return capacity;
    }

    @Override
    long taken() {
        return 0;
    }

    @Override
    boolean listInto(List<? super Exchange> content, int limit) {
        return true;
    }
}
