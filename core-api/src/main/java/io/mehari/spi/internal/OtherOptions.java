package io.mehari.spi.internal;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Options in URIs that Mehari's components do not have, but those of other frameworks do. Looked up only when an option
 * is unknown, so no start pays for it.
 */
public interface OtherOptions {

    /** Whether the value changes nothing here. */
    default boolean isWithoutEffect(String scheme, String name, String value) {
        return false;
    }

    /** The end of an error message; null if the option is not known here either. */
    default @Nullable String remedy(String scheme, String name) {
        return null;
    }

    /** Finds {@code mehari-porting}, by the loader of the API; without that jar no such option is known. */
    static OtherOptions find() {
        return ServiceLoader.load(OtherOptions.class, OtherOptions.class.getClassLoader())
                .findFirst()
                .orElse(new OtherOptions() {});
    }
}
