package course;

/**
 * The exchange after a step: its message, and what a framework does with it. A step that changes the exchange has a
 * public class {@code Rung} that implements this interface; a step without this class leaves it as it was.
 */
public interface Stage<E> {

    /** Returns a new exchange with this body. */
    E create(Object body);

    Object getBody(E exchange);

    /** Returns its id, which no other exchange has. */
    String id(E exchange);

    void setHeader(E exchange, String name, Object value);

    /** Returns a header; its name is case-insensitive. */
    Object getHeader(E exchange, String name);

    void setProperty(E exchange, String name, Object value);

    Object getProperty(E exchange, String name);

    Object getFact(E exchange, Fact fact);

    /** Sets a fact. The indexes and sizes of splits and loops are numbers from 0 on. */
    void setFact(E exchange, Fact fact, Object value);

    /** Returns the index in a split, if there is one. */
    default int splitIndex(E exchange) {
        return (int) getFact(exchange, Fact.SPLIT_INDEX);
    }

    void addCompletion(E exchange, Runnable completion);

    /** Runs each completion once, the last one first. */
    void done(E exchange);

    /** Returns a copy with the same body, headers, properties and facts. */
    E copy(E exchange);

    /** Makes the exchange like a new one without a body, for a pool. */
    default void reset(E exchange) {
        throw new UnsupportedOperationException("Only the exchange of step 16 can be reset.");
    }
}
