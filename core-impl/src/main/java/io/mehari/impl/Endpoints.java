package io.mehari.impl;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.NoSuchComponentException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.UnknownOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ShutdownAware;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The components and endpoints of one context. */
final class Endpoints {
    /*
     * While open, whoever makes an endpoint starts it under the lock, before anybody else can see it; one that fails to
     * start is not kept. Its component is started before, if that was not there when the context opened.
     *
     * A built-in component is made when its scheme is first asked for; whoever adds one of his own before that replaces it.
     */
    private final RoutingContext context;
    private final Lifecycles lifecycles;
    private final Map<String, Component> components = new TreeMap<>();
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    /** Those that nobody but caches have asked for, and how many caches hold each. */
    private final Map<String, Integer> borrowed = new HashMap<>();

    private final Set<Component> started = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean open;
    private boolean loaded;

    Endpoints(RoutingContext context, Lifecycles lifecycles) {
        this.context = context;
        this.lifecycles = lifecycles;
    }

    void start(Endpoint endpoint) {
        endpoint.start();
        lifecycles.tell(each -> each.onEndpointStarted(endpoint));
    }

    void stop(Endpoint endpoint) {
        lifecycles.tell(each -> each.onEndpointStopped(endpoint));
        endpoint.stop();
    }

    synchronized void addComponent(Component component) {
        if (components.putIfAbsent(component.getScheme(), component) != null) {
            throw new IllegalArgumentException(
                    "There is a component for the scheme " + component.getScheme() + " already");
        }
        component.setContext(context);
    }

    /** What there is at one moment. */
    record Content(List<Component> components, List<Endpoint> endpoints) {}

    /** From now on what is made is started at once; what is there already is the caller's to start. */
    synchronized Content open() {
        open = true;
        started.addAll(components.values());
        return content();
    }

    /** From now on nothing is started; what is there is the caller's to stop. */
    synchronized Content close() {
        open = false;
        started.clear();
        return content();
    }

    private Content content() {
        return new Content(List.copyOf(components.values()), List.copyOf(endpoints.values()));
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
        Component component = BuiltInComponents.make(scheme);
        if (component != null) {
            addComponent(component);
        }
    }

    private Set<String> schemes() {
        Set<String> schemes = new TreeSet<>(BuiltInComponents.SCHEMES);
        schemes.addAll(components.keySet());
        return schemes;
    }

    synchronized Endpoint getEndpoint(String uri) {
        borrowed.remove(uri); // from now on it stays
        return find(uri);
    }

    /** The same for a cache, which gives it back: an endpoint that nobody else has asked for is forgotten then. */
    synchronized Endpoint borrow(String uri) {
        boolean known = endpoints.containsKey(uri);
        Endpoint endpoint = find(uri);
        if (!known) {
            borrowed.put(uri, 1);
        } else {
            borrowed.computeIfPresent(uri, (same, holders) -> holders + 1);
        }
        return endpoint;
    }

    /** One that holds messages, a queue say, stays for good rather than lose them. */
    synchronized void giveBack(Endpoint endpoint) {
        String uri = endpoint.getEndpointUri();
        Integer holders = borrowed.remove(uri);
        if (holders == null || endpoints.get(uri) != endpoint) {
            return;
        }
        boolean keepsMessages = endpoint instanceof ShutdownAware queue && queue.getPendingExchangesSize() > 0;
        if (holders > 1) {
            borrowed.put(uri, holders - 1);
        } else if (!keepsMessages) {
            endpoints.remove(uri);
            if (open) {
                endpoint.stop();
            }
        }
    }

    private Endpoint find(String uri) {
        Endpoint known = endpoints.get(uri);
        if (known == null) {
            known = resolve(EndpointUri.parse(uri));
            if (open) {
                start(known);
            }
            endpoints.put(uri, known);
        }
        return known;
    }

    synchronized Collection<Endpoint> all() {
        return List.copyOf(endpoints.values());
    }

    private Endpoint resolve(EndpointUri uri) {
        Component component = findComponent(uri.scheme());
        if (component == null) {
            throw new NoSuchComponentException(
                    uri.uri(),
                    "there is no component for the scheme '" + uri.scheme() + "'"
                            + Nearest.suggestion(uri.scheme(), schemes()));
        }
        EndpointOptions options = options(uri, component);
        if (open && !started.contains(component)) {
            component.start();
            started.add(component);
        }
        try {
            return component.createEndpoint(uri.uri(), uri.path(), options);
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new ResolveEndpointFailedException(uri.uri(), String.valueOf(e.getMessage()), e);
        }
    }

    private EndpointOptions options(EndpointUri uri, Component component) {
        Map<String, EndpointOption<?>> known = new TreeMap<>();
        component.getOptions().forEach(option -> known.put(option.name(), option));
        Map<EndpointOption<?>, Object> values = new HashMap<>();
        uri.parameters().forEach((name, text) -> {
            EndpointOption<?> option = known.get(name);
            if (option == null) {
                throw new UnknownOptionException(
                        uri.uri(), "there is no option '" + name + "'" + Nearest.suggestion(name, known.keySet()));
            }
            values.put(option, value(uri.uri(), option, text));
        });
        return new EndpointOptions(uri.uri(), values);
    }

    private Object value(String uri, EndpointOption<?> option, String text) {
        Object given = text.startsWith("#") ? context.getRegistry().lookupByName(text.substring(1)) : text;
        if (given == null) {
            throw new InvalidOptionException(
                    uri,
                    "option " + option + " refers to " + text + ", but the registry holds nothing of that name",
                    null);
        }
        try {
            return context.getTypeConverter().mandatoryConvertTo(option.type(), null, given);
        } catch (Exception e) {
            throw new InvalidOptionException(
                    uri, "option " + option + " takes " + Nearest.kind(option.type()) + ", not '" + text + "'", e);
        }
    }
}
