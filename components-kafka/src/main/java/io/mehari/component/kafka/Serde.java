package io.mehari.component.kafka;

import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.io.Closeable;
import java.io.IOException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** The serializer or deserializer that an option names: an object in the registry, or a new object of a class. */
final class Serde<T extends Closeable> {
    private final T object;
    private final boolean own;

    private Serde(T object, boolean own) {
        this.object = object;
        this.own = own;
    }

    T get() {
        return object;
    }

    static Serde<Deserializer<?>> deserializer(KafkaSettings settings, EndpointOption<Object> option, boolean isKey) {
        Object given = settings.find(option);
        if (!(object(settings, option, given) instanceof Deserializer<?> deserializer)) {
            throw wrong(settings, option, given, null);
        }
        if (given instanceof String) {
            deserializer.configure(settings.commonConfig(), isKey);
        }
        return new Serde<>(deserializer, given instanceof String);
    }

    static @Nullable Serde<Serializer<?>> serializer(
            KafkaSettings settings, EndpointOption<Object> option, boolean isKey) {
        Object given = settings.find(option);
        if (given == null) {
            return null;
        }
        if (!(object(settings, option, given) instanceof Serializer<?> serializer)) {
            throw wrong(settings, option, given, null);
        }
        if (given instanceof String) {
            serializer.configure(settings.commonConfig(), isKey);
        }
        return new Serde<>(serializer, given instanceof String);
    }

    private static @Nullable Object object(
            KafkaSettings settings, EndpointOption<Object> option, @Nullable Object given) {
        if (!(given instanceof String name)) {
            return given;
        }
        ClassLoader threads = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = threads == null ? Serde.class.getClassLoader() : threads;
        try {
            return Class.forName(name, true, loader).getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw wrong(settings, option, name, e);
        }
    }

    private static InvalidOptionException wrong(
            KafkaSettings settings, EndpointOption<Object> option, @Nullable Object given, @Nullable Throwable cause) {
        Class<?> type = option.name().endsWith("Serializer") ? Serializer.class : Deserializer.class;
        return new InvalidOptionException(
                settings.options.uri(),
                "option " + option + " must be the name of a class with a constructor without parameters that is a "
                        + type.getName() + ", or #name of such an object in the registry, not " + SafeText.of(given),
                cause);
    }

    /** Closes the object if it was created here. Never throws. */
    @SuppressWarnings("CatchingUnchecked") // the code of the application may throw anything
    static void close(@Nullable Serde<?> serde) {
        if (serde != null && serde.own) {
            try {
                serde.object.close();
            } catch (IOException | RuntimeException | Error e) {
                Log.warn(Serde.class, serde.object.getClass().getName() + " could not be closed", e);
            }
        }
    }
}
