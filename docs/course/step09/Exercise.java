package step09;

import java.util.HashMap;
import java.util.Map;

/** Exercise: an entry that was returned before the copy was made still writes to both. */
public class Exercise {
    private boolean shared;
    private Map<String, Object> headers = new HashMap<>();

    public Exercise() {}

    public Object getHeader(String name) {
        return headers.get(name);
    }

    public void setHeader(String name, Object value) {
        if (shared) {
            headers = new HashMap<>(headers);
            shared = false;
        }
        headers.put(name, value);
    }

    /** The first header. {@code setValue} must change this exchange and no other. */
    public Map.Entry<String, Object> firstHeader() {
        return headers.entrySet().iterator().next(); // to be corrected
    }

    /** A new exchange for {@code copy}; a subclass returns one of its own. */
    protected Exercise create() {
        return new Exercise();
    }

    public Exercise copy() {
        Exercise copy = create();
        copy.headers = headers;
        copy.shared = true;
        shared = true;
        return copy;
    }
}
