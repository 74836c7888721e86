package io.mehari.impl.endpoint;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.UnknownOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.OtherOptions;
import io.mehari.spi.internal.SafeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a URI asks for, with its options checked. The lock of the endpoints is not held: it may come from a message. */
final class EndpointRequest {
    final EndpointUri uri;
    final Component component;
    private final RoutingContext context;
    private final EndpointOptions options;

    EndpointRequest(RoutingContext context, EndpointUri uri, Component component) {
        this.context = context;
        this.uri = uri;
        this.component = component;
        options = readOptions();
    }

    Endpoint create() {
        try {
            return component.createEndpoint(uri.normalized(), uri.path(), options);
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new ResolveEndpointFailedException(uri.uri(), String.valueOf(e.getMessage()), e);
        }
    }

    private EndpointOptions readOptions() {
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
                values.put(option, value(option, parameter.getValue()));
            } else if (component.takesOtherOptions()) {
                others.put(name, parameter.getValue());
            } else {
                checkOther(name, parameter.getValue(), known.keySet());
            }
        }
        return new EndpointOptions(uri.uri(), values, others);
    }

    /** An option that the component does not have. */
    private void checkOther(String name, String value, Set<String> known) {
        OtherOptions others = OtherOptions.find();
        if (!others.isWithoutEffect(uri.scheme(), name, value)) {
            String remedy = others.remedy(uri.scheme(), name);
            throw new UnknownOptionException(
                    uri.uri(),
                    "there is no option '" + SafeText.of(name) + "'"
                            + (remedy != null
                                    ? remedy
                                    : Nearest.suggestion(name, known)
                                            + FoundComponents.query(uri.scheme(), name, known)));
        }
    }

    private Object value(EndpointOption<?> option, String text) {
        Object given = text.startsWith("#") ? context.getRegistry().lookupByName(text.substring(1)) : text;
        if (given == null) {
            throw new InvalidOptionException(
                    uri.uri(),
                    "option " + option + " refers to " + SafeText.of(text) + ", but "
                            + Nearest.unbound(SafeText.isSecret(option.name()) ? "name" : text.substring(1)),
                    null);
        }
        try {
            return context.getTypeConverter().mandatoryConvertTo(option.type(), null, given);
        } catch (Exception e) {
            throw new InvalidOptionException(
                    uri.uri(),
                    "option " + option + " takes " + kind(option.type()) + ", not '" + SafeText.of(text) + "'"
                            + (given != text
                                    ? ", which is a " + given.getClass().getName()
                                    : "")
                            + (text.indexOf('?') >= 0 ? ": only the first option comes after ?, others after &" : ""),
                    SafeText.isSecret(option.name()) ? null : e); // its message contains the value
        }
    }

    /** The type of an option, in words. */
    private static String kind(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        if (constants != null) {
            return "one of " + Arrays.toString(constants);
        }
        if (type == Boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a number of milliseconds or a duration such as 500ms, 10s or 1m30s";
        }
        return type == Integer.class || type == Long.class ? "a whole number" : "a " + type.getSimpleName();
    }
}
