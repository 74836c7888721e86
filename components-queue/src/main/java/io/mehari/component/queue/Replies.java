package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The replies that senders wait for, by the copies that are on their way through one queue. */
final class Replies {
    private final ConcurrentHashMap<Exchange, Reply> byCopy = new ConcurrentHashMap<>();

    void add(Exchange copy, Reply reply) {
        byCopy.put(copy, reply);
    }

    /** To be called by whoever took the copy; null when nobody waits for it. */
    @Nullable
    Reply remove(Exchange copy) {
        return byCopy.isEmpty() ? null : byCopy.remove(copy);
    }

    /** The replies to those exchanges. */
    List<Reply> to(List<Exchange> copies) {
        Set<Exchange> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
        wanted.addAll(copies);
        return byCopy.entrySet().stream()
                .filter(each -> wanted.contains(each.getKey()))
                .map(each -> each.getValue())
                .toList();
    }
}
