package io.mehari.impl;

import io.mehari.AsyncCallback;

/** What is told at the end of a route that was suspended, at the base of a stack. */
abstract class RouteEnd implements AsyncCallback {
    /** Instead of done: the exchange has another owner now and must not be touched. */
    abstract void gone();
}
