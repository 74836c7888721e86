package io.mehari.support;

import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.lang.reflect.Method;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sets options by the public setters of an object. */
final class Setters {

    private Setters() {}

    /** False if the object has no setter of that name. */
    static boolean set(RoutingContext context, Object target, String name, Object value) {
        Method setter = name.isEmpty() ? null : find(target.getClass(), name);
        if (setter == null) {
            return false;
        }
        Object converted = convert(context, name, value, setter.getParameterTypes()[0]);
        try {
            setter.setAccessible(true); // a public method of a class that may not be public
            setter.invoke(target, converted);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new RuntimeRoutingException(
                    "option " + SafeText.of(name) + " cannot be set by " + setter + ": " + e, e);
        }
        return true;
    }

    private static @Nullable Method find(Class<?> type, String name) {
        String setter = "set" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        for (Method each : type.getMethods()) {
            if (each.getName().equals(setter) && each.getParameterCount() == 1 && !each.isBridge()) {
                return each;
            }
        }
        return null;
    }

    /** The value as this type, or the object in the registry that the value names. */
    static <T> T convert(RoutingContext context, String name, Object value, Class<T> type) {
        Object given = value;
        if (value instanceof String text && text.startsWith("#")) {
            String bean = text.startsWith("#bean:") ? text.substring("#bean:".length()) : text.substring(1);
            given = context.getRegistry().lookupByName(bean);
            if (given == null) {
                throw new IllegalArgumentException("option " + SafeText.of(name) + " refers to " + SafeText.of(text)
                        + ", but " + Nearest.unbound(SafeText.isSecret(name) ? "name" : bean));
            }
        }
        try {
            return context.getTypeConverter().mandatoryConvertTo(type, null, given);
        } catch (Exception e) {
            throw new IllegalArgumentException(
                    "option " + SafeText.of(name) + " takes a " + type.getSimpleName() + ", not '" + SafeText.of(value)
                            + "'",
                    SafeText.isSecret(name) ? null : e); // its message contains the value
        }
    }
}
