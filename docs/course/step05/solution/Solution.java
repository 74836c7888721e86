package step05.solution;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import step05.Exercise;

/** A view: it stores nothing and reads the message each time. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public Message message() {
        return new Viewed();
    }

    private static final class Viewed extends Message {
        @Override
        public Map<String, Object> getHeaders() {
            return new View();
        }

        private final class View extends AbstractMap<String, Object> {
            private Map<String, Object> now() {
                return headers == null ? Collections.emptyMap() : headers;
            }

            @Override
            public Set<Entry<String, Object>> entrySet() {
                return now().entrySet();
            }

            @Override
            public Object get(Object name) {
                return now().get(name);
            }

            @Override
            public boolean containsKey(Object name) {
                return now().containsKey(name);
            }

            @Override
            public Object put(String name, Object value) {
                Object last = getHeader(name);
                setHeader(name, value);
                return last;
            }

            @Override
            public Object remove(Object name) {
                return headers == null ? null : headers.remove(name);
            }
        }
    }
}
