package io.mehari.component.kafka;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/** What other threads ask or tell the poll thread of a member of the group. */
abstract class Member {
    /*
     * `polling` is true from before the thread looks for work until its poll has returned. A thread that finishes a
     * record in the meantime sets it to false and wakes the poll. So there is at most one wake-up for each poll, and
     * none is lost. A wake-up that comes just after the poll has returned ends the next blocking call to the client. If
     * that call must not be lost, it is repeated.
     */
    final KafkaSettings settings;
    private final AtomicBoolean polling = new AtomicBoolean();
    private volatile @Nullable Consumer<byte[], byte[]> client;
    private volatile boolean taking = true;
    private volatile boolean restart;
    private volatile boolean ending;

    Member(KafkaSettings settings) {
        this.settings = settings;
    }

    final boolean mayStart() {
        return taking && !ending;
    }

    final boolean isEnding() {
        return ending;
    }

    /** Tells the poll thread that there may be something to commit, or a partition to read again. */
    final void somethingIsDone() {
        if (polling.get() && polling.compareAndSet(true, false)) {
            wake();
        }
    }

    /** With the next poll, idle lanes that have records start again. */
    final void restartLater() {
        restart = true;
    }

    final void setTaking(boolean taking) {
        this.taking = taking;
        if (taking) {
            restartLater(); // even if the thread never sees the pause: lanes may have seen it, and are idle
        }
        wake();
    }

    final void end() {
        ending = true;
        wake();
    }

    private void wake() {
        Consumer<byte[], byte[]> kafkaConsumer = client;
        if (kafkaConsumer != null) {
            kafkaConsumer.wakeup();
        }
        synchronized (this) {
            notifyAll();
        }
    }

    /** The number of records that the broker had beyond those that were read, at the last answer of the broker. */
    final long lag() {
        Consumer<byte[], byte[]> kafkaConsumer = client;
        double lag = 0;
        if (kafkaConsumer != null) {
            for (Map.Entry<MetricName, ? extends Metric> each :
                    kafkaConsumer.metrics().entrySet()) { // for any thread, unlike all else of the client
                if (each.getKey().name().equals("records-lag")
                        && each.getValue().metricValue() instanceof Double known
                        && known > 0) { // not a NaN
                    lag += known;
                }
            }
        }
        return (long) lag;
    }

    // ---- the thread

    final void setClient(@Nullable Consumer<byte[], byte[]> used) {
        client = used;
    }

    final boolean beginPoll() {
        polling.set(true);
        return taking;
    }

    final boolean takeRestart() {
        boolean some = restart;
        if (some) {
            restart = false; // before restarting: a pause and a resume from now on set it again
        }
        return some;
    }

    final void endPoll() {
        polling.set(false);
    }

    /** Waits, but not longer than until the end. */
    final synchronized void rest(long millis) {
        long left = millis;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(left);
        try {
            while (!ending && left > 0) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            // the thread ends only when the route has stopped
        }
    }
}
