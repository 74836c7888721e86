package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.MessageHistory;
import io.mehari.impl.exchange.AbstractExchange;
import java.util.AbstractList;
import java.util.Objects;

/** The latest steps of one exchange, as the list in its property. */
final class History extends AbstractList<MessageHistory> {
    /*
     * A ring buffer, so that a long loop does not make it grow. A copy of an exchange shares the history of its
     * original until its own first step; it sees by the id that the history is not its own. Then two threads may use
     * it, one that records and one that copies, so all methods are synchronized.
     */
    static final int CAPACITY = 100;

    private final String exchangeId;
    private MessageHistory[] ring = new MessageHistory[8];
    private int first;
    private int size;

    private History(String exchangeId) {
        this.exchangeId = exchangeId;
    }

    /** The history of the exchange, made at its first step. */
    static History of(AbstractExchange exchange) {
        Object property = exchange.getProperty(Exchange.MESSAGE_HISTORY);
        String id = exchange.getExchangeId();
        if (property instanceof History own && own.exchangeId.equals(id)) {
            return own;
        }
        History own = property instanceof History before ? before.copyFor(id) : new History(id);
        exchange.setProperty(Exchange.MESSAGE_HISTORY, own);
        return own;
    }

    private synchronized History copyFor(String id) {
        History copy = new History(id);
        copy.ring = ring.clone();
        copy.first = first;
        copy.size = size;
        return copy;
    }

    synchronized void record(MessageHistory step) {
        if (size == ring.length && size < CAPACITY) {
            MessageHistory[] larger = new MessageHistory[Math.min(2 * size, CAPACITY)];
            System.arraycopy(ring, 0, larger, 0, size); // the ring has not wrapped yet
            ring = larger;
        }
        ring[(first + size) % ring.length] = step;
        if (size < ring.length) {
            size++;
        } else {
            first = (first + 1) % ring.length;
        }
    }

    @Override
    public synchronized MessageHistory get(int index) {
        return ring[(first + Objects.checkIndex(index, size)) % ring.length];
    }

    @Override
    public synchronized int size() {
        return size;
    }
}
