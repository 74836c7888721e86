package io.mehari.component.jms;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of messages that the route has processed, and that could not be acknowledged: they are acknowledged when they
 * are delivered again, and not routed. All sessions of a consumer share it, since a broker may deliver them to any.
 */
final class FinishedIds {
    private final int limit;
    private final Set<String> ids = new LinkedHashSet<>();

    /** @param limit beyond it, the oldest ids are forgotten, and their messages are routed again */
    FinishedIds(long limit) {
        this.limit = (int) Math.min(limit, Integer.MAX_VALUE);
    }

    synchronized void addAll(Collection<String> more) {
        ids.addAll(more);
        Iterator<String> oldest = ids.iterator();
        for (int surplus = ids.size() - limit; surplus > 0; surplus--) {
            oldest.next();
            oldest.remove();
        }
    }

    synchronized boolean remove(@Nullable String id) {
        return id != null && ids.remove(id);
    }

    synchronized int size() {
        return ids.size();
    }
}
