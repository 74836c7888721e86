package step16;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The exchange of the steps before: one object of 80 bytes. */
final class Exchange {
    Object origin;
    Object body;
    Object headers;
    Object properties;
    Object unitOfWork;
    String id;
    String correlationId;
    String routeId;
    Throwable exception;
    long created;
    int flags;
    int splitIndex;
    int splitSize;
    int redeliveryCounter;

    /** Its place in a pool that has places. */
    final int number;

    @SuppressWarnings("UnusedVariable") // through LEASE
    private int lease;

    Exchange(int number) {
        this.number = number;
    }

    void reset() {
        origin = null;
        body = null;
        headers = null;
        properties = null;
        unitOfWork = null;
        id = null;
        correlationId = null;
        routeId = null;
        exception = null;
        created = 0;
        flags = 0;
        splitIndex = 0;
        splitSize = 0;
        redeliveryCounter = 0;
    }

    // region lease
    /** Counts changes of hands: odd while somebody has the exchange. */
    int lease() {
        return (int) LEASE.getOpaque(this);
    }

    /** By the one thread that took it out of the pool. */
    void beginLease() {
        LEASE.setOpaque(this, lease() + 1);
    }

    /** False when that lease is not the one that runs: of two who end one lease, one is refused. */
    boolean endLease(int held) {
        return (held & 1) == 1 && LEASE.compareAndSet(this, held, held + 1);
    }
    // endregion

    private static final VarHandle LEASE;

    static {
        try {
            LEASE = MethodHandles.lookup().findVarHandle(Exchange.class, "lease", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
