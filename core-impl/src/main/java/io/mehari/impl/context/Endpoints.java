package io.mehari.impl.context;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.NoSuchEndpointException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.UnknownOptionException;
import io.mehari.impl.base.Nearest;
import io.mehari.impl.engine.EndpointLoans;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.SafeText;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The components and endpoints of one context. */
final class Endpoints implements EndpointLoans {
    /*
     * While the context is started (`open`), a new endpoint is started under the lock, before any other thread can see
     * it; one that fails to start is not kept. Its component is started first, if it is new too.
     *
     * An endpoint is kept while it is in use: by code that has asked for it, by a route until it is removed, or by the
     * producers that templates and steps cache. Then it is removed, unless it holds messages. Such an endpoint lingers:
     * it stays, and is checked again when other endpoints are requested or given back. The number of lingering
     * endpoints is limited, because names may come from the network, and nothing may grow with the messages.
     *
     * A built-in component is made when its scheme is first used; a component that was added for its scheme before
     * replaces it.
     */
    static final int MOST_LINGERING = 1_000;
    private static final int LOOK_AT_ONCE = 16;

    private final RoutingContext context;
    private final Lifecycles lifecycles;
    private final Map<String, Component> components = new TreeMap<>();
    private final Map<String, Kept> endpoints = new LinkedHashMap<>();
    /** Unused endpoints that held messages when they were last checked. */
    private final Set<Kept> lingering = new LinkedHashSet<>();

    private final Set<Component> started = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean open;
    private boolean stopping; // the endpoints were told that the context stops, and new ones are told, too
    private boolean loaded;

    /** An endpoint and its uses. */
    private static final class Kept {
        final Endpoint endpoint;
        int holders;
        boolean asked;

        Kept(Endpoint endpoint) {
            this.endpoint = endpoint;
        }

        boolean hasMessages() {
            return endpoint instanceof ShutdownAware queue && queue.getPendingExchangesSize() > 0;
        }
    }

    Endpoints(RoutingContext context, Lifecycles lifecycles) {
        this.context = context;
        this.lifecycles = lifecycles;
    }

    void start(Endpoint endpoint) {
        endpoint.start();
        lifecycles.endpointStarted(endpoint);
    }

    void stop(Endpoint endpoint) {
        lifecycles.endpointStopped(endpoint);
        boolean interrupted = Thread.interrupted();
        try {
            endpoint.stop();
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    synchronized void addComponent(String scheme, Component component) {
        if (components.putIfAbsent(scheme, component) != null) {
            throw new IllegalArgumentException("There is already a component for the scheme " + scheme);
        }
        component.setContext(context);
    }

    record Content(List<Component> components, List<Endpoint> endpoints) {}

    /** From now on new components and endpoints are started at once; the caller starts those that exist already. */
    synchronized Content open() {
        open = true;
        stopping = false;
        started.addAll(components.values());
        return content();
    }

    /** Makes endpoints that hold messages refuse new ones from outside. */
    void closeIntake() {
        for (Endpoint each : allAtAStop()) {
            closeIntake(each);
        }
    }

    /** Each endpoint is among them, or is made after this and told then: both hold the lock. */
    private synchronized List<Endpoint> allAtAStop() {
        stopping = true;
        return all();
    }

    private static void closeIntake(Endpoint endpoint) {
        if (endpoint instanceof ShutdownAware aware) {
            aware.closeIntake();
        }
    }

    /** From now on nothing is started; the caller stops what exists. */
    synchronized Content close() {
        open = false;
        started.clear();
        return content();
    }

    private Content content() {
        return new Content(List.copyOf(components.values()), all());
    }

    synchronized @Nullable Component findComponent(String scheme) {
        if (!components.containsKey(scheme)) {
            addBuiltIn(scheme);
        }
        if (!components.containsKey(scheme) && !loaded) {
            loaded = true;
            for (Component component : ServiceLoader.load(Component.class)) {
                component.setContext(context);
                components.putIfAbsent(component.getScheme(), component);
            }
        }
        return components.get(scheme);
    }

    private void addBuiltIn(String scheme) {
        Component component = (Component) BuiltInComponents.make(scheme);
        if (component != null) {
            addComponent(scheme, component);
        }
    }

    private synchronized Set<String> schemes() {
        Set<String> schemes = new TreeSet<>(BuiltInComponents.SCHEMES);
        schemes.addAll(components.keySet());
        return schemes;
    }

    /** For code that may keep the endpoint: it is not removed automatically. */
    Endpoint getEndpoint(String uri) {
        return get(uri, Use.ASKED);
    }

    /** For a route or a template, which gives it back. */
    Endpoint hold(String uri) {
        return get(uri, Use.HELD);
    }

    /** For a route that was given an endpoint: one that was made by hand belongs to the context from now on. */
    synchronized void hold(Endpoint given) {
        String uri = given.getEndpointUri();
        Kept kept = endpoints.get(uri);
        if (kept == null) {
            startIfOpen(given);
            kept = new Kept(given);
            endpoints.put(uri, kept);
        }
        if (kept.endpoint == given) {
            use(kept, Use.HELD);
        }
    }

    /** Like {@link #hold(String)}, for a URI from a message. The number of such endpoints that linger is limited. */
    @Override
    public Endpoint borrow(String uri) {
        return get(uri, Use.BORROWED);
    }

    private enum Use {
        ASKED,
        HELD,
        BORROWED
    }

    private Endpoint get(String uri, Use use) {
        EndpointUri.check(uri);
        Endpoint known = known(uri, use);
        if (known != null) {
            return known;
        }
        EndpointUri parsed = EndpointUri.parse(uri);
        known = known(parsed.normalized(), use);
        return known != null ? known : make(new Asked(parsed), use);
    }

    private synchronized @Nullable Endpoint known(String uri, Use use) {
        Kept kept = endpoints.get(uri);
        return kept == null ? null : use(kept, use);
    }

    private Endpoint use(Kept kept, Use use) {
        if (use == Use.ASKED) {
            kept.asked = true;
        } else {
            kept.holders++;
        }
        lingering.remove(kept);
        return kept.endpoint;
    }

    private synchronized Endpoint make(Asked asked, Use use) {
        String uri = asked.uri.normalized();
        Endpoint known = known(uri, use); // another thread may have made it meanwhile
        if (known != null) {
            return known;
        }
        if (use == Use.BORROWED) {
            checkLingering(asked.uri.uri());
        }
        Endpoint made = resolve(asked);
        startIfOpen(made);
        Kept kept = new Kept(made);
        endpoints.put(uri, kept);
        return use(kept, use);
    }

    private void checkLingering(String uri) {
        removeEmptied();
        if (lingering.size() >= MOST_LINGERING) {
            throw new ResolveEndpointFailedException(
                    uri,
                    MOST_LINGERING + " unused endpoints hold messages, such as "
                            + lingering.iterator().next().endpoint
                            + ": let routes consume from them, or send to fewer names",
                    null);
        }
    }

    /** Gives back an endpoint; the last one to do so removes it. */
    @Override
    public synchronized void giveBack(Endpoint endpoint) {
        Kept kept = endpoints.get(endpoint.getEndpointUri());
        if (kept != null && kept.endpoint == endpoint && kept.holders > 0) {
            kept.holders--;
            removeIfUnused(kept);
            removeEmptied();
        }
    }

    synchronized void remove(Endpoint endpoint) {
        Kept kept = endpoints.get(endpoint.getEndpointUri());
        if (kept != null && kept.endpoint == endpoint) {
            kept.asked = false;
            removeIfUnused(kept);
        }
    }

    List<Endpoint> removeAll(String pattern) {
        List<Endpoint> found = new ArrayList<>();
        for (Endpoint each : all()) {
            if (EndpointPattern.matches(each.getEndpointUri(), pattern)) {
                found.add(each);
            }
        }
        found.forEach(this::remove);
        return found;
    }

    private void removeIfUnused(Kept kept) {
        if (kept.holders > 0 || kept.asked) {
            return;
        }
        if (kept.hasMessages()) {
            lingering.add(kept);
            return;
        }
        Endpoint endpoint = kept.endpoint;
        lingering.remove(kept);
        endpoints.remove(endpoint.getEndpointUri());
        if (open) {
            stop(endpoint);
        }
        endpoint.removed();
    }

    /** Checks some of the lingering endpoints again, the least recently checked first. */
    private void removeEmptied() {
        for (int left = Math.min(LOOK_AT_ONCE, lingering.size()); left > 0; left--) {
            Kept eldest = lingering.iterator().next();
            lingering.remove(eldest);
            removeIfUnused(eldest);
        }
    }

    private void startIfOpen(Endpoint made) {
        boolean started = !open;
        try {
            if (open) {
                start(made);
                started = true;
                if (stopping) {
                    closeIntake(made);
                }
            }
        } finally {
            if (!started) {
                made.removed();
            }
        }
    }

    synchronized List<Endpoint> all() {
        List<Endpoint> all = new ArrayList<>(endpoints.size());
        for (Kept each : endpoints.values()) {
            all.add(each.endpoint);
        }
        return List.copyOf(all);
    }

    /** A checked request for an endpoint. It is checked outside of the lock, because it may come from a message. */
    private final class Asked {
        final EndpointUri uri;
        final Component component;
        final EndpointOptions options;

        Asked(EndpointUri uri) {
            this.uri = uri;
            Component found = findComponent(uri.scheme());
            if (found == null) {
                throw new NoSuchEndpointException(
                        uri.uri(),
                        "there is no component for the scheme '" + SafeText.of(uri.scheme()) + "'"
                                + Nearest.suggestion(uri.scheme(), schemes()));
            }
            component = found;
            options = options(uri, found);
        }
    }

    private Endpoint resolve(Asked asked) {
        EndpointUri uri = asked.uri;
        if (open && !started.contains(asked.component)) {
            asked.component.start();
            started.add(asked.component);
        }
        try {
            return asked.component.createEndpoint(uri.normalized(), uri.path(), asked.options);
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new ResolveEndpointFailedException(uri.uri(), String.valueOf(e.getMessage()), e);
        }
    }

    private EndpointOptions options(EndpointUri uri, Component component) {
        Map<String, EndpointOption<?>> known = new TreeMap<>();
        for (EndpointOption<?> option : component.getOptions()) {
            known.put(option.name(), option);
        }
        Map<EndpointOption<?>, Object> values = new HashMap<>();
        Map<String, String> others = new LinkedHashMap<>();
        for (Map.Entry<String, String> parameter : uri.parameters().entrySet()) {
            String name = parameter.getKey();
            EndpointOption<?> option = known.get(name);
            if (option != null) {
                values.put(option, value(uri.uri(), option, parameter.getValue()));
            } else if (component.takesOtherOptions()) {
                others.put(name, parameter.getValue());
            } else {
                throw new UnknownOptionException(
                        uri.uri(),
                        "there is no option '" + SafeText.of(name) + "'" + Nearest.suggestion(name, known.keySet()));
            }
        }
        return new EndpointOptions(uri.uri(), values, others);
    }

    private Object value(String uri, EndpointOption<?> option, String text) {
        Object given = text.startsWith("#") ? context.getRegistry().lookupByName(text.substring(1)) : text;
        if (given == null) {
            throw new InvalidOptionException(
                    uri,
                    "option " + option + " refers to " + SafeText.of(text)
                            + ", but the registry has no object with that name",
                    null);
        }
        try {
            return context.getTypeConverter().mandatoryConvertTo(option.type(), null, given);
        } catch (Exception e) {
            throw new InvalidOptionException(
                    uri,
                    "option " + option + " takes " + Nearest.kind(option.type()) + ", not '" + SafeText.of(text) + "'",
                    SafeText.isSecret(option.name()) ? null : e); // its message contains the value
        }
    }
}
