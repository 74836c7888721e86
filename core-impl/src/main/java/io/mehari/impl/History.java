package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.MessageHistory;
import java.util.AbstractList;
import java.util.Objects;

/** The last steps of one exchange, as the list that its property shows. */
final class History extends AbstractList<MessageHistory> {
    /*
     * A ring, so that a loop costs no more than its last turns. A copy of an exchange refers to its original's history
     * until its own first step; it knows by the id that it is not its own. Two threads may be here then, the original's
     * which records and the copy's which reads; so both hold the lock.
     */
    static final int CAPACITY = 100;

    private final String exchangeId;
    private MessageHistory[] ring = new MessageHistory[8];
    private int first;
    private int size;

    private History(String exchangeId) {
        this.exchangeId = exchangeId;
    }

    /** The exchange's own; made at the first step. */
    static History of(DefaultExchange exchange) {
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
            System.arraycopy(ring, 0, larger, 0, size); // it has not gone round yet
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
