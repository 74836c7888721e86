package step14;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Each of two threads writes its own field and then reads the other's. Prints how often neither sees the other's write,
 * without a fence and with one. Not a test.
 */
public final class Fence {
    private static final int ROUNDS = 1_000_000;

    private final boolean fenced;
    private final AtomicInteger arrived = new AtomicInteger();

    @SuppressWarnings("UnusedVariable") // through MESSAGE and WAITING
    private int message;

    @SuppressWarnings("UnusedVariable")
    private int waiting;

    private int seenByTaker;
    private int seenBySender;

    private Fence(boolean fenced) {
        this.fenced = fenced;
    }

    public static void main(String[] arguments) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.out.println("neither sees the other's write, of " + ROUNDS + " rounds: without fence "
                    + new Fence(false).lost() + ", with " + new Fence(true).lost());
        }
    }

    private int lost() throws InterruptedException {
        Thread sender = new Thread(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                meet(4 * round + 2);
                seenBySender = writeAndLook(MESSAGE, WAITING);
                meet(4 * round + 4);
            }
        });
        sender.start();
        int lost = 0;
        for (int round = 0; round < ROUNDS; round++) {
            MESSAGE.setOpaque(this, 0);
            WAITING.setOpaque(this, 0);
            meet(4 * round + 2);
            seenByTaker = writeAndLook(WAITING, MESSAGE);
            meet(4 * round + 4);
            lost += seenByTaker + seenBySender == 0 ? 1 : 0;
        }
        sender.join();
        return lost;
    }

    private int writeAndLook(VarHandle mine, VarHandle other) {
        mine.setOpaque(this, 1);
        if (fenced) {
            VarHandle.fullFence();
        }
        return (int) other.getOpaque(this);
    }

    /** A barrier: waits until both threads are here. */
    @SuppressWarnings("ThreadPriorityCheck") // only for speed: the other thread may not be running
    private void meet(int both) {
        arrived.incrementAndGet();
        for (int spins = 0; arrived.get() - both < 0; spins++) {
            if (spins < 10_000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private static final VarHandle MESSAGE;
    private static final VarHandle WAITING;

    static {
        try {
            MESSAGE = MethodHandles.lookup().findVarHandle(Fence.class, "message", int.class);
            WAITING = MethodHandles.lookup().findVarHandle(Fence.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
