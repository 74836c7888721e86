package io.mehari.spi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes maps that treat names as a message's headers do, for code that gathers headers before there is a message. */
public interface HeadersMapFactory {
    Map<String, @Nullable Object> newMap();

    /** A new map with those entries; names that differ only in case become one, the last value winning. */
    Map<String, @Nullable Object> newMap(Map<String, ? extends @Nullable Object> entries);
}
