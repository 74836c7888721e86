package io.mehari;

/** When a stop of the context closes the intake of a route: at once, or after the other routes are done. */
public enum ShutdownRoute {
    /** At once. */
    Default,
    /** When no message is in flight in the routes that are not deferred. Until then this route accepts messages. */
    Defer
}
