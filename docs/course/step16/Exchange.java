package step16;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The exchange of the previous steps: one object of 80 bytes. */
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

    /** Its number in a pool that numbers its exchanges. */
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
    /** The lease number. It grows at each acquire and each release: odd while the exchange is in use. */
    int lease() {
        return (int) LEASE.getOpaque(this);
    }

    /** Called only by the thread that took the exchange from the pool. */
    void beginLease() {
        LEASE.setOpaque(this, lease() + 1);
    }

    /** False if that lease has ended: if two threads end the same lease, only one succeeds. */
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
