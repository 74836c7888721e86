package io.mehari.lab.camel.headers;

import io.mehari.collect.CaseInsensitiveMap;
import java.util.Map;
import org.apache.camel.spi.HeadersMapFactory;

/** Gives Camel's messages Mehari's map for their headers. Camel finds it by the resource of that name. */
public final class MehariHeadersMapFactory implements HeadersMapFactory {

    @Override
    public Map<String, Object> newMap() {
        return new CaseInsensitiveMap<>();
    }

    @Override
    public Map<String, Object> newMap(Map<String, Object> headers) {
        return new CaseInsensitiveMap<>(headers);
    }

    @Override
    public boolean isInstanceOf(Map<String, Object> headers) {
        return headers instanceof CaseInsensitiveMap;
    }

    @Override
    public boolean isCaseInsensitive() {
        return true;
    }
}
