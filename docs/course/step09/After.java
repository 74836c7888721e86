package step09;

import course.Table;

/** Copies share their maps until one side writes. Several threads may copy one exchange at the same time. */
public final class After {
    static final int HEADERS_SHARED = 1;
    static final int PROPERTIES_SHARED = 2;

    private int flags;
    private Object body;
    private Table headers;
    private Table properties;

    public Object getBody() {
        return body;
    }

    public void setBody(Object body) {
        this.body = body;
    }

    public Object getHeader(String name) {
        return headers == null ? null : headers.get(name);
    }

    public void setHeader(String name, Object value) {
        headers = owned(headers, HEADERS_SHARED);
        headers.put(name, value);
    }

    public Object getProperty(String name) {
        return properties == null ? null : properties.get(name);
    }

    public void setProperty(String name, Object value) {
        properties = owned(properties, PROPERTIES_SHARED);
        properties.put(name, value);
    }

    // region write
    private Table owned(Table map, int mark) {
        boolean shared = (flags & mark) != 0;
        flags &= ~mark;
        if (map == null) {
            return new Table();
        }
        return shared ? map.copy() : map;
    }
    // endregion

    // region copy
    /** Copies body, headers and properties. */
    public After copy() {
        return copy(readFlags());
    }

    /** Copies only the message: body and headers. */
    public After copyMessage() {
        return copyMessage(readFlags());
    }

    int readFlags() {
        return flags;
    }

    After copy(int seen) {
        After copy = copyMessage(seen);
        copy.properties = properties;
        return copy;
    }

    /** Every copy sets both flags. All threads write the same value, so the order of the writes does not matter. */
    After copyMessage(int seen) {
        flags = seen | HEADERS_SHARED | PROPERTIES_SHARED;
        After copy = new After();
        copy.flags = HEADERS_SHARED | PROPERTIES_SHARED;
        copy.body = body;
        copy.headers = headers;
        return copy;
    }
    // endregion
}
