package step16;

/** Exercise: no data of a message may reach the next one. The test finds the fields by reflection. */
public class Exercise {
    protected Object body;
    protected Object headers;
    protected Throwable exception;
    protected String correlationId;
    protected long created;
    protected int splitIndex;
    protected boolean failureHandled;

    public Exercise() {}

    /** Called by the pool: sets every field to its value in a new exchange. */
    public void reset() {
        body = null;
        headers = null;
        exception = null;
        created = 0;
        splitIndex = 0;
    }
}
