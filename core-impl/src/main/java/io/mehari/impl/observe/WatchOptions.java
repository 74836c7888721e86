package io.mehari.impl.observe;

import io.mehari.impl.engine.Watchers;

/** What to do at each step of a route. */
public record WatchOptions(Watchers watchers, boolean history, boolean tracing) {
    public boolean areNone() {
        return !watchers.areOfSends() && !history && !tracing;
    }
}
