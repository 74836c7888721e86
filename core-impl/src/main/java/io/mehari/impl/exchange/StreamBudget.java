package io.mehari.impl.exchange;

import java.util.Map;
import java.util.WeakHashMap;

/** How many bytes the streams of a context keep together (law S3). */
final class StreamBudget {
    /*
     * Nobody ends a copy that was made by hand. So a stream counts until its last exchange has ended or it is garbage.
     * The total forgets what is garbage only when it is needed, since that adds up all of them.
     */
    private final Map<StreamCache, Integer> kept = new WeakHashMap<>();
    private long total;

    /** Sets how many bytes this stream keeps; false if there is no room for so many. */
    synchronized boolean keep(StreamCache stream, int bytes, long limit) {
        int before = kept.getOrDefault(stream, 0);
        if (total - before + bytes > limit) {
            total();
        }
        if (total - before + bytes > limit) {
            return false;
        }
        kept.put(stream, bytes);
        total += bytes - before;
        return true;
    }

    /** The total now. */
    synchronized long total() {
        total = kept.values().stream().mapToLong(Integer::longValue).sum();
        return total;
    }

    synchronized void end(StreamCache stream) {
        Integer before = kept.remove(stream);
        total -= before == null ? 0 : before;
    }
}
