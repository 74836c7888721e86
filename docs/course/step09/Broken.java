package step09;

import course.Table;

/** Copies share their maps until one side writes. Correct for one thread; broken when two threads copy one exchange. */
public final class Broken {
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

    private Table owned(Table map, int mark) {
        boolean shared = (flags & mark) != 0;
        flags &= ~mark;
        if (map == null) {
            return new Table();
        }
        return shared ? map.copy() : map;
    }

    // region copy
    /** Copies body, headers and properties. */
    public Broken copy() {
        return copy(readFlags());
    }

    /** Copies only the message: body and headers. */
    public Broken copyMessage() {
        return copyMessage(readFlags());
    }

    // `flags |= ...` is a read and a write; they are separate here, so that a test can run code between them
    int readFlags() {
        return flags;
    }

    Broken copy(int seen) {
        flags = seen | HEADERS_SHARED | PROPERTIES_SHARED;
        Broken copy = new Broken();
        copy.flags = HEADERS_SHARED | PROPERTIES_SHARED;
        copy.body = body;
        copy.headers = headers;
        copy.properties = properties;
        return copy;
    }

    Broken copyMessage(int seen) {
        flags = seen | HEADERS_SHARED;
        Broken copy = new Broken();
        copy.flags = HEADERS_SHARED;
        copy.body = body;
        copy.headers = headers;
        return copy;
    }
    // endregion
}
