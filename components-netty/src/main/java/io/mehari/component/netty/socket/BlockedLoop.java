package io.mehari.component.netty.socket;

import io.mehari.spi.internal.Log;
import java.util.concurrent.TimeUnit;

/** Warns if a route blocks an event loop for long, and with it all connections of that loop. */
public final class BlockedLoop {
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String route;
    private final Log log;

    public BlockedLoop(String route) {
        this.route = route;
        this.log = new Log(Log.route(route));
    }

    /** Called on the event loop when the route has returned. */
    public void returned(long nanos) {
        if (nanos > LONG_NANOS) {
            log.warnOnceAMinute(
                    "Route " + route + " held the event loop "
                            + Thread.currentThread().getName() + " for " + TimeUnit.NANOSECONDS.toMillis(nanos)
                            + " ms, and with it all its connections: leave out runOnEventLoop [MH-61]",
                    null);
        }
    }
}
