package io.mehari.component.kafka;

import io.mehari.spi.internal.Log;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The records that the client cannot take yet. Only the thread of the {@link SendClient} uses this object. */
final class WaitingCalls<C extends WaitingCalls.Call> {
    /*
     * The client knows the partitions of a topic only some time after the first send to it. Until then the records of
     * this topic wait in a line, in their order, and those of other topics pass. A record for a partition that the
     * topic does not have waits in a line of that partition. While the buffer of the client is full, all records wait
     * in one line, until some room is free.
     */
    /** A send that may wait here. */
    interface Call {
        ProducerRecord<byte[], byte[]> record();

        /** It begins to wait. Called again, it changes nothing. */
        void waits();

        /** The client cannot take it yet. */
        void waits(Exception why);

        /** Whether its time to wait is over, or it need not wait any more. */
        boolean mayNotWait(long limitMillis, @Nullable Exception obstacle);

        /** It has waited too long for the client to take it. */
        void notTaken(String reason, long millis, @Nullable Exception obstacle);

        /** The client has refused the record, or the brokers have not acknowledged it. */
        void refused(Throwable why);
    }

    private static final Object FULL_BUFFER = "";
    private static final long LONGEST_PAUSE_MILLIS = 50;

    /** By topic, by partition, or of the full buffer. */
    private final Map<Object, ArrayDeque<C>> lines = new LinkedHashMap<>();

    private final long limitMillis;
    private long pauseMillis = 1;
    private long next;
    private double room;

    WaitingCalls(KafkaSettings settings) {
        this.limitMillis = Math.min(settings.blockMillis, settings.deliveryMillis);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** How long to wait before {@link #retry}; 0 if nothing waits. */
    long pauseMillis() {
        long left = TimeUnit.NANOSECONDS.toMillis(next - System.nanoTime());
        return lines.isEmpty() ? 0 : Math.max(1, left);
    }

    /** Adds the record to the line in which it has to wait, if there is one. */
    boolean takes(C call) {
        // the narrowest first: records that go to the same partition must not be in two lines, which open at any time
        for (Object name : List.of(partition(call), call.record().topic(), FULL_BUFFER)) {
            ArrayDeque<C> line = lines.get(name);
            if (line != null) {
                call.waits();
                line.add(call);
                return true;
            }
        }
        return false;
    }

    private static TopicPartition partition(Call call) {
        Integer partition = call.record().partition();
        return new TopicPartition(call.record().topic(), partition == null ? -1 : partition);
    }

    /** Why the client cannot take a record of that topic now; null if it can. */
    static @Nullable TimeoutException obstacle(Producer<byte[], byte[]> client, String topic) {
        try {
            var unused = client.partitionsFor(topic);
            return null;
        } catch (TimeoutException e) {
            return e;
        }
    }

    /** Whether waiting does not help: for example, this user may not send to the topic. */
    private static boolean isFinal(TimeoutException why) {
        return why.getCause() != null && !(why.getCause() instanceof RetriableException);
    }

    /** The client has not taken this record. Returns whether it may take it later. */
    boolean add(C call, TimeoutException why, Producer<byte[], byte[]> client) {
        if (isFinal(why)) {
            return false;
        }
        Object name = call.record().topic();
        if (why instanceof BufferExhaustedException) {
            name = FULL_BUFFER;
            room = room(client);
        } else if (call.record().partition() != null
                && obstacle(client, call.record().topic()) == null) {
            name = partition(call);
        }
        call.waits(why);
        if (lines.isEmpty()) {
            pauseMillis = 1;
            next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
        }
        lines.computeIfAbsent(name, key -> new ArrayDeque<>()).add(call);
        return true;
    }

    /** Passes the records on that the client can take now, and ends those that have waited too long. */
    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    void retry(Producer<byte[], byte[]> client, Consumer<C> pass) {
        long now = System.nanoTime();
        if (lines.isEmpty() || now - next < 0) {
            return;
        }
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        next = now + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
        for (Object name : List.copyOf(lines.keySet())) {
            ArrayDeque<C> line = lines.getOrDefault(name, new ArrayDeque<>());
            try {
                if (isOpen(name, line, client)) {
                    lines.remove(name);
                    drain(line, pass);
                }
            } catch (Throwable e) { // such as a wrong password
                lines.remove(name);
                drain(line, each -> each.refused(e));
            }
        }
    }

    /** Law S4: what is thrown for one record fails that one alone, and the thread goes on. */
    @SuppressWarnings("CatchingUnchecked") // see above
    static <C extends Call> void drain(Queue<C> calls, Consumer<C> action) {
        C call;
        while ((call = calls.poll()) != null) {
            try {
                action.accept(call);
            } catch (Throwable e) {
                refuse(call, e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // see above
    private static void refuse(Call call, Throwable why) {
        try {
            call.refused(why);
        } catch (Throwable e) {
            Log.warn(WaitingCalls.class, "A send has failed, and its sender may not have been told", e);
        }
    }

    /** Whether the client can take the records of this line. If not, ends the first ones if their time is over. */
    private boolean isOpen(Object name, ArrayDeque<C> line, Producer<byte[], byte[]> client) {
        TimeoutException obstacle = null;
        boolean open;
        if (name.equals(FULL_BUFFER)) {
            open = !(room(client) <= room);
        } else {
            String topic = name instanceof TopicPartition wanted ? wanted.topic() : (String) name;
            obstacle = obstacle(client, topic);
            open = obstacle == null
                    && (!(name instanceof TopicPartition wanted)
                            || client.partitionsFor(topic).size() > wanted.partition());
        }
        if (obstacle != null && isFinal(obstacle)) {
            throw obstacle;
        }
        C first;
        while (!open && (first = line.peek()) != null && first.mayNotWait(limitMillis, obstacle)) {
            line.remove();
            first.notTaken(reason(name), limitMillis, obstacle);
        }
        return open || line.isEmpty();
    }

    private static double room(Producer<byte[], byte[]> client) {
        for (Metric each : client.metrics().values()) {
            if (each.metricName().name().equals("buffer-available-bytes")) {
                return ((Number) each.metricValue()).doubleValue();
            }
        }
        return Double.NaN;
    }

    private static String reason(Object name) {
        if (name.equals(FULL_BUFFER)) {
            return "the buffer of the client was full (bufferMemorySize)";
        }
        return name instanceof TopicPartition wanted
                ? "the topic has no partition " + wanted.partition()
                : "no broker has named the partitions of this topic";
    }

    /** Removes and returns all records. */
    Queue<C> removeAll() {
        Queue<C> all = new ArrayDeque<>();
        lines.values().forEach(all::addAll);
        lines.clear();
        return all;
    }
}
