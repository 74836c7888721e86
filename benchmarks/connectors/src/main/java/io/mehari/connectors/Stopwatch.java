package io.mehari.connectors;

import io.mehari.engine.Fields;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Measures two times of each message: from the end of the client's receive to the beginning of its send, and from the
 * end of the send to the next receive of that consumer. It stands between the client and the subject in the same way
 * for all subjects: it is a {@link ConnectionFactory} whose consumers and producers read the clock.
 */
final class Stopwatch {
    /*
     * The number at the beginning of its text identifies a message. The text is read before the clock starts and after
     * it has stopped. For all subjects, the client decodes the text once and keeps it. The second time includes the
     * client's acknowledgement.
     */
    private static final int MOST_IN_FLIGHT = 1 << 16;
    private static final List<Class<?>> TIMED =
            List.of(Connection.class, Session.class, MessageConsumer.class, MessageProducer.class);
    private static final long[] RECEIVED = new long[MOST_IN_FLIGHT];
    private static final long[] SENT = new long[MOST_IN_FLIGHT];
    private static final Times BEFORE = new Times();
    private static final Times AFTER = new Times();

    private final Object target;
    private int received = -1;

    private Stopwatch(Object target) {
        this.target = target;
    }

    /** The times of many messages in nanoseconds. */
    private static final class Times {
        private final long[] nanos = new long[1 << 20];
        private final AtomicInteger count = new AtomicInteger();

        void add(long each) {
            int index = count.getAndIncrement();
            if (index < nanos.length) {
                nanos[index] = each;
            }
        }

        /** Adds the median and the 99th percentile, if there are times, and begins anew. */
        void into(Fields line, String name) {
            long[] all = Arrays.copyOf(nanos, Math.min(count.getAndSet(0), nanos.length));
            Arrays.sort(all);
            if (all.length > 0) {
                line.number(name + ", p50", all[all.length / 2]).number(name + ", p99", all[(int) (all.length * 0.99)]);
            }
        }
    }

    /** The number at the beginning of a text. */
    static int number(String text) {
        return Integer.parseInt(text, 0, text.indexOf(':'), 10);
    }

    private static int slot(TextMessage message) throws JMSException {
        return number(message.getText()) % MOST_IN_FLIGHT;
    }

    static ConnectionFactory timed(ConnectionFactory factory) {
        return (ConnectionFactory) timed(factory, ConnectionFactory.class);
    }

    private static Object timed(Object target, Class<?> type) {
        return Proxy.newProxyInstance(
                Stopwatch.class.getClassLoader(), new Class<?>[] {type}, new Stopwatch(target)::invoke);
    }

    private @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args) throws Throwable {
        String name = method.getName();
        if (args != null && name.equals("send")) {
            return send(method, args, System.nanoTime());
        } else if (args != null && name.equals("equals")) {
            return proxy == args[0];
        } else if (name.startsWith("receive")) {
            return receive(method, args);
        }
        Object result = call(method, args);
        for (Class<?> each : TIMED) {
            if (each.isInstance(result)) {
                return timed(result, each);
            }
        }
        return result;
    }

    private @Nullable Object call(Method method, @Nullable Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private @Nullable Object receive(Method method, @Nullable Object @Nullable [] args) throws Throwable {
        if (received >= 0) {
            if (SENT[received] - RECEIVED[received] >= 0) { // else the consumer receives more before it sends
                AFTER.add(System.nanoTime() - SENT[received]);
            }
            received = -1;
        }
        Object result = call(method, args);
        if (result instanceof TextMessage message) {
            received = slot(message);
            RECEIVED[received] = System.nanoTime();
        }
        return result;
    }

    private @Nullable Object send(Method method, @Nullable Object[] args, long begin) throws Throwable {
        int slot = 0;
        for (Object each : args) {
            if (each instanceof TextMessage message) {
                slot = slot(message);
            }
        }
        BEFORE.add(begin - RECEIVED[slot]);
        Object result = call(method, args);
        SENT[slot] = System.nanoTime();
        return result;
    }

    /**
     * The service between receive and send. Its duration is not counted. A short service uses the processor, a long one
     * waits.
     */
    static void serve(String text, int micros) {
        long begin = System.nanoTime();
        long end = begin + micros * 1_000L;
        while (System.nanoTime() - end < 0) {
            if (micros >= 1_000) {
                LockSupport.parkNanos(end - System.nanoTime());
            } else {
                Thread.onSpinWait();
            }
        }
        RECEIVED[number(text) % MOST_IN_FLIGHT] += System.nanoTime() - begin;
    }

    /** Adds the times since the last call. */
    static Fields timesInto(Fields line) {
        BEFORE.into(line, "ns before the send");
        AFTER.into(line, "ns after the send");
        return line;
    }
}
