package io.mehari.spi.internal;

import io.mehari.AsyncCallback;
import org.jspecify.annotations.Nullable;

/** A callback that knows which one it calls. Read by the search for messages that wait for each other. */
public interface ChainedCallback extends AsyncCallback {
    /**
     * The callback that this one is certain to call, without waiting for anything else; null if there is none or this
     * is not known.
     */
    @Nullable
    AsyncCallback calls();
}
