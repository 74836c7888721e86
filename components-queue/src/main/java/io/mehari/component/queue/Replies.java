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

    @Nullable
    Reply remove(Exchange copy) {
        return byCopy.remove(copy);
    }

    /** To be called by whoever took the copy: whether its sender does not wait any more. */
    boolean isGivenUp(Exchange taken) {
        if (byCopy.isEmpty()) {
            return false;
        }
        Reply reply = byCopy.remove(taken);
        return reply != null && reply.isGivenUp();
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
