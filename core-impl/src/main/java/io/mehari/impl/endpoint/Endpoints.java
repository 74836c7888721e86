package io.mehari.impl.endpoint;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.NoSuchEndpointException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.base.Lifecycles;
import io.mehari.impl.engine.EngineContext;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The components and endpoints of one context. */
public final class Endpoints {
    /*
     * The lock guards the maps. Endpoints and components are made, started and stopped outside of it, because that is
     * code of users. Meanwhile their thread has claimed the URI (or the component). Another thread that asks for it
     * waits until the claim ends, and looks again. A claim ends in the same synchronized block in which the endpoint
     * enters the map, and begins in the one in which it leaves it. So a thread finds the endpoint, or the claim, or
     * neither, and only then claims it: two threads that ask at once get one endpoint.
     *
     * While the context is started (`open`), a new endpoint is started before any other thread can see it; one that
     * fails to start is not kept. Its component is started first, if it is new too.
     *
     * An endpoint is kept while it is in use: by code that has asked for it, by a route until it is removed, or by the
     * producers that templates and steps cache. Then it is removed, unless it holds messages. Such an endpoint lingers:
     * it stays, and is checked again when other endpoints are requested or given back. The number of lingering
     * endpoints is limited, because names may come from the network, and nothing may grow with the messages.
     */
    static final int MOST_LINGERING = 1_000;
    private static final int LOOK_AT_ONCE = 16;

    private final EngineContext engine;
    private final Lifecycles lifecycles;
    private final Map<String, Component> components = new TreeMap<>();
    private final Map<String, Entry> endpoints = new LinkedHashMap<>();
    /** Unused endpoints that held messages when they were last checked. */
    private final Set<Entry> lingering = new LinkedHashSet<>();

    private final Set<Component> started = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Claims claims = new Claims(this);
    private boolean open;
    private boolean stopping; // the endpoints were told that the context stops, and new ones are told, too
    private boolean loaded;
    private @Nullable String broken; // what the components that could not be loaded lack

    /** An endpoint and its uses. */
    private static final class Entry {
        final Endpoint endpoint;
        int holders;
        boolean asked;
        boolean started; // when it was removed

        Entry(Endpoint endpoint) {
            this.endpoint = endpoint;
        }
    }

    public Endpoints(EngineContext engine, Lifecycles lifecycles) {
        this.engine = engine;
        this.lifecycles = lifecycles;
    }

    public void start(Endpoint endpoint) {
        endpoint.start();
        lifecycles.endpointStarted(endpoint);
    }

    public void stop(Endpoint endpoint) {
        lifecycles.endpointStopped(endpoint);
        boolean interrupted = Thread.interrupted();
        try {
            endpoint.stop();
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    public synchronized void addComponent(String scheme, Component component) {
        if (components.containsKey(scheme)) {
            throw new IllegalArgumentException("There is already a component for the scheme " + scheme
                    + ": add yours before the first endpoint of the scheme is created");
        }
        engine.adopt(component);
        components.put(scheme, component);
    }

    public record Content(List<Component> components, List<Endpoint> endpoints) {}

    /** From now on new components and endpoints are started at once; the caller starts those that exist already. */
    public synchronized Content open() {
        open = true;
        stopping = false;
        started.addAll(components.values());
        return content();
    }

    /** Makes endpoints that hold messages refuse new ones from outside. */
    public void closeIntake() {
        List<Endpoint> all; // each endpoint is among them, or is made after this and told then: both hold the lock
        synchronized (this) {
            stopping = true;
            all = all();
        }
        for (Endpoint each : all) {
            Lifecycles.closeIntake(each, Log.endpoint(each), each);
        }
    }

    /** From now on nothing is started; the caller stops what exists. */
    public synchronized Content close() {
        open = false;
        started.clear();
        return content();
    }

    public synchronized List<Component> components() {
        return List.copyOf(components.values());
    }

    private Content content() {
        return new Content(List.copyOf(components.values()), all());
    }

    public @Nullable Component findComponent(String scheme) {
        synchronized (this) {
            if (!components.containsKey(scheme)) {
                addBuiltIn(scheme);
            }
            if (loaded || components.containsKey(scheme)) {
                return components.get(scheme);
            }
        }
        FoundComponents found = FoundComponents.load();
        synchronized (this) {
            for (Map.Entry<String, Component> each : found.byScheme.entrySet()) {
                if (!components.containsKey(each.getKey())) {
                    addComponent(each.getKey(), each.getValue());
                }
            }
            broken = found.broken();
            loaded = true; // last: what has thrown is tried again
            return components.get(scheme);
        }
    }

    /** When its scheme is first used. */
    private void addBuiltIn(String scheme) {
        Component component = (Component) FoundComponents.make(scheme);
        if (component != null) {
            addComponent(scheme, component);
        }
    }

    private synchronized Set<String> schemes() {
        Set<String> schemes = new TreeSet<>(FoundComponents.SCHEMES);
        schemes.addAll(components.keySet());
        return schemes;
    }

    /** For code that may keep the endpoint: it is not removed automatically. */
    public Endpoint getEndpoint(String uri) {
        return get(uri, Hold.ASKED);
    }

    /** The endpoint for a route or a template, which must give it back. */
    public Endpoint hold(String uri) {
        return get(uri, Hold.HELD);
    }

    /** For a route that was given an endpoint: one that was made by hand belongs to the context from now on. */
    public void hold(Endpoint given) {
        Endpoint used = get(given.getEndpointUri(), Hold.HELD, given);
        if (used != given) {
            giveBack(used); // there was another one for this URI
        }
    }

    /** Like {@link #hold(String)}, for a URI from a message. The number of such endpoints that linger is limited. */
    public Endpoint borrow(String uri) {
        return get(uri, Hold.BORROWED);
    }

    private enum Hold {
        ASKED,
        HELD,
        BORROWED
    }

    private Endpoint get(String uri, Hold use) {
        EndpointUri.check(uri);
        Endpoint known = known(uri, use);
        if (known != null) {
            return known;
        }
        EndpointUri parsed = EndpointUri.parse(uri);
        known = known(parsed.normalized(), use);
        if (known != null) {
            return known;
        }
        EndpointRequest request = request(parsed);
        if (use == Hold.BORROWED) {
            checkLingering(uri);
        }
        return get(parsed.normalized(), use, request);
    }

    private synchronized @Nullable Endpoint known(String uri, Hold use) {
        Entry entry = endpoints.get(uri);
        return entry == null ? null : use(entry, use);
    }

    private Endpoint use(Entry entry, Hold use) {
        if (use == Hold.ASKED) {
            entry.asked = true;
        } else {
            entry.holders++;
        }
        lingering.remove(entry);
        return entry.endpoint;
    }

    /** The endpoint for a URI. One thread makes it, if there is none; others wait for that. */
    private Endpoint get(String uri, Hold use, Object source) {
        while (true) {
            boolean claimed = claims.claim(uri);
            try {
                Endpoint known = known(uri, use); // another thread may have made it meanwhile
                if (known != null || claimed) {
                    return known != null ? known : finish(uri, make(source), use);
                }
            } finally {
                claims.end(uri); // nothing happens if it has ended when the endpoint was shown
            }
        }
    }

    private Endpoint make(Object source) {
        if (source instanceof EndpointRequest request) {
            startOnce(request.component);
            return request.create();
        }
        return (Endpoint) source;
    }

    /** Starts an endpoint as the context is now, and shows it to other threads. The caller has claimed its URI. */
    private Endpoint finish(String uri, Endpoint made, Hold use) {
        boolean started = false;
        boolean closed = false;
        boolean shown = false;
        try {
            Entry entry = new Entry(made);
            while (!shown) {
                boolean start;
                boolean close;
                synchronized (this) {
                    start = open && !started;
                    close = open && stopping && !closed;
                    if (!start && !close && started == open) {
                        claims.end(uri); // not later: who sees the endpoint may remove it, and claims the URI
                        use(entry, use);
                        endpoints.put(uri, entry);
                        shown = true; // last: what is thrown before leaves no trace of it
                    }
                }
                if (start) {
                    start(made);
                    started = true;
                } else if (close) {
                    Lifecycles.closeIntake(made, Log.endpoint(made), made);
                    closed = true;
                } else if (!shown) {
                    stop(made); // the context has stopped meanwhile
                    started = false;
                }
            }
            return made;
        } finally {
            if (!shown) {
                made.removed();
            }
        }
    }

    // ---- the start of components

    private synchronized boolean isToBeStarted(Component component) {
        return open && !started.contains(component);
    }

    private void startOnce(Component component) {
        while (isToBeStarted(component) && !claims.isMine(component)) { // claimed: its start asks for an endpoint of it
            if (claims.claim(component)) {
                try {
                    if (isToBeStarted(component)) {
                        component.start();
                        synchronized (this) {
                            if (open) {
                                started.add(component);
                            }
                        }
                    }
                } finally {
                    claims.end(component);
                }
            }
        }
    }

    private void checkLingering(String uri) {
        List<Entry> over = new ArrayList<>(1);
        String example = null;
        synchronized (this) {
            removeEmptied(over);
            if (lingering.size() >= MOST_LINGERING) {
                example = lingering.iterator().next().endpoint.toString();
            }
        }
        over.forEach(this::end);
        if (example != null) {
            throw new ResolveEndpointFailedException(
                    uri,
                    MOST_LINGERING + " unused endpoints hold messages, such as " + example
                            + ": let routes consume from them, or send to fewer names",
                    null);
        }
    }

    /** Gives back an endpoint; the last one to do so removes it. */
    public void giveBack(Endpoint endpoint) {
        List<Entry> over = new ArrayList<>(1);
        synchronized (this) {
            Entry entry = endpoints.get(endpoint.getEndpointUri());
            if (entry != null && entry.endpoint == endpoint && entry.holders > 0) {
                entry.holders--;
                removeIfUnused(entry, over);
                removeEmptied(over);
            }
        }
        over.forEach(this::end);
    }

    public void remove(Endpoint endpoint) {
        List<Entry> over = new ArrayList<>(1);
        synchronized (this) {
            Entry entry = endpoints.get(endpoint.getEndpointUri());
            if (entry != null && entry.endpoint == endpoint) {
                entry.asked = false;
                removeIfUnused(entry, over);
            }
        }
        over.forEach(this::end);
    }

    /** Takes it out of the map and claims its URI, for the caller to end it without the lock. */
    private void removeIfUnused(Entry entry, List<Entry> over) {
        if (entry.holders > 0 || entry.asked) {
            return;
        }
        if (entry.endpoint instanceof ShutdownAware queue && holdsMessages(queue)) {
            lingering.add(entry);
            return;
        }
        String uri = entry.endpoint.getEndpointUri();
        over.add(entry);
        entry.started = open;
        lingering.remove(entry);
        endpoints.remove(uri);
        claims.put(uri);
    }

    private static boolean holdsMessages(ShutdownAware queue) {
        try {
            return queue.getPendingExchangesSize() > 0;
        } catch (Throwable e) { // law S4: it may be the user's
            return false;
        }
    }

    private void end(Entry over) {
        try {
            if (over.started) {
                stop(over.endpoint);
            }
            over.endpoint.removed();
        } catch (Throwable e) { // must not fail the message that gave it back, nor keep others
            Log.warn(Log.endpoint(over.endpoint), SafeText.of(over.endpoint) + " failed to stop", e);
        } finally {
            claims.end(over.endpoint.getEndpointUri());
        }
    }

    /** Checks some of the lingering endpoints again, the least recently checked first. */
    private void removeEmptied(List<Entry> over) {
        for (int left = Math.min(LOOK_AT_ONCE, lingering.size()); left > 0; left--) {
            Entry eldest = lingering.iterator().next();
            lingering.remove(eldest);
            removeIfUnused(eldest, over);
        }
    }

    public synchronized List<Endpoint> all() {
        List<Endpoint> all = new ArrayList<>(endpoints.size());
        for (Entry each : endpoints.values()) {
            all.add(each.endpoint);
        }
        return List.copyOf(all);
    }

    private EndpointRequest request(EndpointUri uri) {
        Component component = findComponent(uri.scheme());
        checkPath(uri, component);
        if (component == null) {
            throw new NoSuchEndpointException(
                    uri.uri(),
                    "there is no component for the scheme '" + SafeText.of(uri.scheme()) + "'" + remedy(uri.scheme()));
        }
        return new EndpointRequest(engine.context(), uri, component);
    }

    /** Several URIs in one text, and values of a message where none are put in. */
    private void checkPath(EndpointUri uri, @Nullable Component component) {
        String[] parts = uri.path().split(",", 3);
        int colon = parts.length < 2 ? -1 : parts[1].indexOf(':');
        if (colon > 0 && schemes().contains(parts[1].substring(0, colon).trim())) {
            throw new ResolveEndpointFailedException(
                    uri.uri(),
                    "it has several URIs: give each as a text of its own, as in to(\"direct:a\", \"direct:b\"), or use"
                            + " recipientList",
                    null);
        }
        boolean own = component != null && component.getClass().getName().startsWith("io.mehari.");
        boolean putsIn = uri.scheme().equals("camel"); // its components do
        if (own && !putsIn && uri.path().contains("${")) {
            throw new ResolveEndpointFailedException(
                    uri.uri(), "${...} is not replaced here by a value of the message: use toD or recipientList", null);
        }
    }

    private String remedy(String scheme) {
        String artifact = FoundComponents.remedy(scheme);
        synchronized (this) {
            return broken != null
                    ? broken
                    : artifact != null
                            ? artifact
                            : Nearest.suggestion(scheme, schemes()) + FoundComponents.camels(scheme, schemes());
        }
    }
}
