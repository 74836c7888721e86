package course;

/**
 * The exchange as it is after a step; the ladder measures it. A step that changes what a message costs has a public class
 * {@code Rung} with this interface; behind one that has none, the exchange is what it was.
 */
public interface Stage<E> {

    /** A new exchange with this body. */
    E create(Object body);

    void setHeader(E exchange, String name, Object value);

    /** Finds a header in any spelling of its name. */
    Object getHeader(E exchange, String name);

    void setProperty(E exchange, String name, Object value);

    Object getProperty(E exchange, String name);

    /** A copy for another owner, who will only read it. */
    E copy(E exchange);
}
