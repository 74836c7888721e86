package io.mehari.impl.observe;

import io.mehari.impl.engine.Watchers;
import org.jspecify.annotations.Nullable;

/**
 * What to do at each step of a route.
 *
 * @param insight not null if there is a history or tracing
 */
public record WatchOptions(Watchers watchers, @Nullable Insight insight, boolean history, boolean tracing) {
    public boolean areNone() {
        return !watchers.areOfSends() && !history && !tracing;
    }
}
