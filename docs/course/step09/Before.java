package step09;

import course.Table;

/** Each copy has its own maps from the start. */
public final class Before {
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
        if (headers == null) {
            headers = new Table();
        }
        headers.put(name, value);
    }

    public Object getProperty(String name) {
        return properties == null ? null : properties.get(name);
    }

    public void setProperty(String name, Object value) {
        if (properties == null) {
            properties = new Table();
        }
        properties.put(name, value);
    }

    // region copy
    public Before copy() {
        Before copy = new Before();
        copy.body = body;
        copy.headers = headers == null ? null : headers.copy();
        copy.properties = properties == null ? null : properties.copy();
        return copy;
    }
    // endregion
}
