package step13;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The number of messages added to a ring, and the number removed. Each side caches the last value that it read of the
 * other side's counter, and reads the counter again only when the cached value is not enough.
 */
abstract class Counters {

    // ---- the producer's

    abstract long tail();

    abstract void publishTail(long tail);

    abstract long seenHead();

    abstract long acquireHead();

    // ---- the consumer's

    abstract long head();

    abstract void publishHead(long head);

    abstract long seenTail();

    abstract long acquireTail();

    /** The simple form: four fields, one after the other. */
    // region tight
    static final class Tight extends Counters {
        private long tail;
        private long seenHead;
        private long head;
        private long seenTail;
        // endregion

        @Override
        long tail() {
            return tail;
        }

        @Override
        void publishTail(long next) {
            TAIL.setRelease(this, next);
        }

        @Override
        long seenHead() {
            return seenHead;
        }

        @Override
        long acquireHead() {
            seenHead = (long) HEAD.getAcquire(this);
            return seenHead;
        }

        @Override
        long head() {
            return head;
        }

        @Override
        void publishHead(long next) {
            HEAD.setRelease(this, next);
        }

        @Override
        long seenTail() {
            return seenTail;
        }

        @Override
        long acquireTail() {
            seenTail = (long) TAIL.getAcquire(this);
            return seenTail;
        }

        private static final VarHandle TAIL = handle(Tight.class, "tail");
        private static final VarHandle HEAD = handle(Tight.class, "head");
    }

    // region padded
    @SuppressWarnings("unused")
    abstract static class Front extends Counters {
        private long a0, a1, a2, a3, a4, a5, a6, a7;
    }

    abstract static class ProducersLine extends Front {
        long tail;
        long seenHead;
    }

    @SuppressWarnings("unused")
    abstract static class Middle extends ProducersLine {
        private long b0, b1, b2, b3, b4, b5, b6, b7;
    }

    abstract static class ConsumersLine extends Middle {
        long head;
        long seenTail;
    }

    @SuppressWarnings("unused")
    abstract static class Back extends ConsumersLine {
        private long c0, c1, c2, c3, c4, c5, c6, c7;
    }
    // endregion

    /** The producer's fields and the consumer's fields are on different cache lines. */
    static final class Padded extends Back {

        @Override
        long tail() {
            return tail;
        }

        @Override
        void publishTail(long next) {
            TAIL.setRelease(this, next);
        }

        @Override
        long seenHead() {
            return seenHead;
        }

        @Override
        long acquireHead() {
            seenHead = (long) HEAD.getAcquire(this);
            return seenHead;
        }

        @Override
        long head() {
            return head;
        }

        @Override
        void publishHead(long next) {
            HEAD.setRelease(this, next);
        }

        @Override
        long seenTail() {
            return seenTail;
        }

        @Override
        long acquireTail() {
            seenTail = (long) TAIL.getAcquire(this);
            return seenTail;
        }

        private static final VarHandle TAIL = handle(ProducersLine.class, "tail");
        private static final VarHandle HEAD = handle(ConsumersLine.class, "head");
    }

    private static VarHandle handle(Class<?> type, String field) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).findVarHandle(type, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
