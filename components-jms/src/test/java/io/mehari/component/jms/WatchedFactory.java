package io.mehari.component.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Stands before a client: notes which thread uses which session, and can refuse a session or let a send fail. */
final class WatchedFactory {
    private static final long SHORT_MILLIS = 1_000;

    /** How often each thread has sent, by its name. */
    private final Map<String, Integer> sends = new ConcurrentHashMap<>();

    /** The names of the threads that are in a send. */
    final Set<String> sending = ConcurrentHashMap.newKeySet();

    /** Uses of a session while another thread used it. Only {@code close()} may be such a use. */
    final Queue<String> faults = new ConcurrentLinkedQueue<>();

    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger sessions = new AtomicInteger();

    /** May hold a connection up; gets its number. */
    volatile Step beforeConnection = number -> {};

    interface Step {
        void accept(int number) throws Exception;
    }

    /** Of each connection; the client refuses more. */
    volatile int mostSessions = Integer.MAX_VALUE;

    /** The next send fails with it, and does nothing. */
    final AtomicReference<@Nullable Exception> nextFailure = new AtomicReference<>();

    /** The client cannot make the next session. */
    final AtomicReference<@Nullable Error> nextSessionFailure = new AtomicReference<>();

    /** The next commit rolls back, and fails with it. */
    final AtomicReference<@Nullable JMSException> nextRolledBack = new AtomicReference<>();

    ConnectionFactory of(ConnectionFactory factory) {
        return (ConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ConnectionFactory.class}, (proxy, method, given) -> {
                    beforeConnection.accept(connections.incrementAndGet());
                    return connection((Connection) call(factory, method, given));
                });
    }

    int sendsOf(Predicate<String> threads) {
        return sends.entrySet().stream()
                .filter(each -> threads.test(each.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private Connection connection(Connection connection) {
        AtomicInteger made = new AtomicInteger();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, given) -> {
                    if (!method.getName().equals("createSession")) {
                        return call(connection, method, given);
                    }
                    Error failure = nextSessionFailure.getAndSet(null);
                    if (failure != null) {
                        throw failure;
                    }
                    if (made.incrementAndGet() > mostSessions) {
                        throw new JMSException("no more sessions");
                    }
                    sessions.incrementAndGet();
                    return watched(Session.class, call(connection, method, given), new AtomicReference<>());
                });
    }

    private Object watched(Class<?> type, Object target, AtomicReference<@Nullable Thread> user) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, given) -> method.getName().equals("close")
                        ? call(target, method, given)
                        : use(target, method, given, user));
    }

    private Object use(Object target, Method method, Object @Nullable [] given, AtomicReference<@Nullable Thread> user)
            throws Throwable {
        Thread me = Thread.currentThread();
        Thread other = user.compareAndExchange(null, me);
        if (other != null && other != me) {
            faults.add(method.getName() + " on " + me.getName() + " while " + other.getName() + " uses the session");
        }
        try {
            JMSException refusal = method.getName().equals("commit") ? nextRolledBack.getAndSet(null) : null;
            if (refusal != null) {
                ((Session) target).rollback();
                throw refusal;
            }
            Object result = method.getName().equals("send") ? send(target, method, given) : call(target, method, given);
            return result instanceof MessageConsumer
                    ? consumer(result)
                    : result instanceof MessageProducer ? watched(MessageProducer.class, result, user) : result;
        } finally {
            user.compareAndSet(me, null);
        }
    }

    /** Another thread must not close it when it receives for a short time: some clients ask the broker at the end. */
    private Object consumer(Object target) {
        AtomicReference<@Nullable Thread> receiving = new AtomicReference<>();
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MessageConsumer.class}, (proxy, method, given) -> {
                    Thread other = receiving.get();
                    if (method.getName().equals("close")) {
                        if (other != null && other != Thread.currentThread()) {
                            faults.add("closed while " + other.getName() + " receives for a short time");
                        }
                        return call(target, method, given);
                    }
                    boolean isShort = given != null && given[0] instanceof Long millis && millis < SHORT_MILLIS;
                    receiving.set(isShort ? Thread.currentThread() : null);
                    try {
                        return call(target, method, given);
                    } finally {
                        receiving.set(null);
                    }
                });
    }

    private Object send(Object target, Method method, Object @Nullable [] given) throws Throwable {
        String me = Thread.currentThread().getName();
        sends.merge(me, 1, Integer::sum);
        Exception failure = nextFailure.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
        sending.add(me);
        try {
            return call(target, method, given);
        } finally {
            sending.remove(me);
        }
    }

    private static Object call(Object target, Method method, Object @Nullable [] given) throws Throwable {
        try {
            return method.invoke(target, given);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
