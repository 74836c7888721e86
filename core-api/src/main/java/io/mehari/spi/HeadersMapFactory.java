package io.mehari.spi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates maps with case-insensitive names, like the headers of a message. For code that collects headers before it has
 * a message.
 */
public interface HeadersMapFactory {
    Map<String, @Nullable Object> newMap();

    /** A new map with these entries. If names differ only in case, the last value wins. */
    Map<String, @Nullable Object> newMap(Map<String, ? extends @Nullable Object> entries);
}
