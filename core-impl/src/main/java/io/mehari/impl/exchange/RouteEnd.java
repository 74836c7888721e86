package io.mehari.impl.exchange;

import io.mehari.AsyncCallback;

/** The callback at the end of a suspended route. */
public abstract class RouteEnd implements AsyncCallback {
    /** Called instead of {@code done}: the exchange has another owner now and must not be touched. */
    public abstract void gone();
}
