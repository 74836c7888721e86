package step05;

import java.util.Map;
import java.util.TreeMap;

/** Yours: the headers as a map, for who wants a map, and still nothing made by reading. */
public class Exercise {

    /** A message that gives its headers away as a map. */
    public abstract static class Message {

        /** Null as long as there are none. */
        protected Map<String, Object> headers;

        protected Message() {}

        /** What is put into it is a header of the message, and what becomes a header is seen in it. */
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
