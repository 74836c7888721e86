package io.mehari.spi.internal;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Options of URIs that Mehari's components do not have, and code that was written for others does. Looked for when an
 * option is not known, so that no start pays for it.
 */
public interface OtherOptions {

    /** Whether the value changes nothing here. */
    boolean isWithoutEffect(String scheme, String name, String value);

    /** The end of an error message; null if the option is not known here either. */
    @Nullable
    String remedy(String scheme, String name);

    /** Those of {@code mehari-porting}; without it none. */
    static OtherOptions find() {
        return ServiceLoader.load(OtherOptions.class).findFirst().orElse(new OtherOptions() {
            @Override
            public boolean isWithoutEffect(String scheme, String name, String value) {
                return false;
            }

            @Override
            public @Nullable String remedy(String scheme, String name) {
                return null;
            }
        });
    }
}
