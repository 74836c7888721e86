package course;

/**
 * The exchange as it is after a step; the ladder measures it. A step that changes what a message costs has a public class
 * {@code Rung} with this interface; behind one that has none, the exchange is what it was.
 */
public interface Stage {

    /** A new exchange with this body. */
    Object create(Object body);

    /** Sets a header. The ladder sets those of the ladder. */
    void setHeader(Object exchange, String name, Object value);

    /** Finds a header in any spelling. */
    Object getHeader(Object exchange, String name);

    void setProperty(Object exchange, String name, Object value);

    Object getProperty(Object exchange, String name);

    /** A copy for another owner. */
    Object copy(Object exchange);
}
