package step05;

import java.util.Map;
import java.util.TreeMap;

/** Exercise: return the headers as a map, without allocating storage when the map is only read. */
public class Exercise {

    /** A message that returns its headers as a map. */
    public abstract static class Message {

        /** Null until there is a header. */
        protected Map<String, Object> headers;

        protected Message() {}

        /** A view of the headers: changes of the map change the headers, and the other way round. */
        public abstract Map<String, Object> getHeaders();

        public final Object getHeader(String name) {
            return headers == null ? null : headers.get(name);
        }

        public final void setHeader(String name, Object value) {
            if (headers == null) {
                headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            }
            headers.put(name, value);
        }

        public final boolean hasStorage() {
            return headers != null;
        }
    }

    public Exercise() {}

    public Message message() {
        return new Written();
    }

    private static final class Written extends Message {
        @Override
        public Map<String, Object> getHeaders() {
            if (headers == null) {
                headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            }
            return headers;
        }
    }
}
