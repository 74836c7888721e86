package io.mehari.impl.engine;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.impl.base.Lifecycles;
import io.mehari.impl.exchange.OriginSource;
import io.mehari.spi.internal.Log;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the engine and the compiler of routes need from a context, beyond what users see. It is no superclass of the
 * context, so that users do not see these methods there.
 */
public abstract class EngineContext extends OriginSource {
    /** The messages that wait for their time. */
    public final Waits waits = new Waits(this);

    /** Whether delayed work is still useful: it is not after a stop has waited for messages. */
    public volatile boolean active;

    /** Whether a route needs the message as it was when it entered its first route. */
    public volatile boolean keepsOriginals;

    /** The listeners for sends of templates; null if there are none, so that a send reads one field. */
    public volatile @Nullable Watchers watchersOfTemplates;

    private final RoutingContext context;
    private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
    private final Set<Object> kept = ConcurrentHashMap.newKeySet();
    private volatile boolean countsMayBeOff;

    protected EngineContext(RoutingContext context) {
        super(context);
        this.context = context;
    }

    /** Something that is stopped when nobody can reach its user any more. It must not lead to the user. */
    private static final class Kept extends PhantomReference<Object> {
        final Service service;

        Kept(Object user, Service service, ReferenceQueue<Object> queue) {
            super(user, queue);
            this.service = service;
        }
    }

    /** Law S3: what a template keeps that is dropped without a stop() is stopped by {@link #stopDropped}. */
    public final void stopWhenDropped(Object user, Service service) {
        kept.add(new Kept(user, service, dropped));
    }

    /** Call it where more of what may be dropped is made. */
    public final void stopDropped() {
        for (Object each = dropped.poll(); each != null; each = dropped.poll()) {
            kept.remove(each);
            Lifecycles.stop(((Kept) each).service, false, Log.CONTEXT, "What a template kept");
        }
    }

    /** Law S4: says once that an error of the JVM in Mehari's own frames has failed a message. */
    final void countsMayBeOff(Throwable error) {
        if (!countsMayBeOff) {
            Log.warn(
                    Log.CONTEXT,
                    "Context " + context.getName() + ": the JVM failed within Mehari, as it does with a full heap or"
                            + " stack; the message failed, and the counts of this context may be off from now on:"
                            + " give the JVM more memory (-Xmx or -Xss)",
                    error);
            countsMayBeOff = true; // last, as there may be no room for the line
        }
    }

    public static EngineContext of(RoutingContext context) {
        return (EngineContext) context.getRoutingContextExtension();
    }

    public final RoutingContext context() {
        return context;
    }

    /** Makes this the context of a component. */
    public abstract void adopt(Component component);

    /** The endpoint for a URI from a message, created if there is none. Return it once. Placeholders stay in it. */
    public abstract Endpoint borrow(String uri);

    /** The endpoint for a URI that is known before any message. Return it once. */
    public abstract Endpoint hold(String uri);

    /** Returns an endpoint: if nothing else uses it, it can be removed. */
    public abstract void giveBack(Endpoint endpoint);

    /** Replaces property placeholders. */
    public abstract String resolve(String text);

    @Override
    public final boolean isWithinRoute() {
        return WithinRoute.isThisThread();
    }
}
