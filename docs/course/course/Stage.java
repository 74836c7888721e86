package course;

/**
 * The exchange after a step; the ladder measures it. A step that changes the cost of a message has a public class
 * {@code Rung} that implements this interface. A step without this class does not change the exchange.
 */
public interface Stage<E> {

    /** Returns a new exchange with this body. */
    E create(Object body);

    void setHeader(E exchange, String name, Object value);

    /** Returns a header; its name is case-insensitive. */
    Object getHeader(E exchange, String name);

    void setProperty(E exchange, String name, Object value);

    Object getProperty(E exchange, String name);

    /** Returns a copy that is only read. */
    E copy(E exchange);
}
