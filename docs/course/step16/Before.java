package step16;

/** A simple pool: a stack, for one thread. */
final class Before {
    private final Exchange[] free;
    private int size;

    Before(int capacity) {
        free = new Exchange[capacity];
    }

    // region pool
    Exchange acquire(Object body) {
        Exchange exchange = size == 0 ? new Exchange(0) : free[--size];
        exchange.body = body;
        exchange.headers = null;
        exchange.properties = null;
        exchange.exception = null;
        exchange.flags = 0;
        return exchange;
    }

    void release(Exchange exchange) {
        if (size < free.length) {
            free[size++] = exchange;
        }
    }
    // endregion
}
