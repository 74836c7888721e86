package io.mehari.lab.camel.headers;

import io.mehari.collect.CaseInsensitiveMap;
import java.util.Map;
import org.apache.camel.spi.HeadersMapFactory;

/** Makes Camel use Mehari's map for message headers. Camel finds this class by the resource of that name. */
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
