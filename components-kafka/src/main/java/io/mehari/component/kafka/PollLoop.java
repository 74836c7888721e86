package io.mehari.component.kafka;

import io.mehari.support.Backoff;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** One member of the group: a Kafka client, and the only thread that calls it. */
final class PollLoop implements Runnable {
    /*
     * Only this thread calls the client, except for wakeup(). So this thread also commits the offsets.
     *
     * `polling` is true from before the thread looks for work until its poll has returned. A thread that finishes a
     * record in the meantime sets it to false and wakes the poll. So there is at most one wake-up for each poll, and
     * none is lost. A wake-up that comes just after the poll has returned ends the next blocking call to the client. If
     * that call must not be lost, it is repeated.
     */
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final long MOST_STOP_SECONDS = 12;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final RouteConsumer owner;
    private final KafkaSettings settings;
    private final int index;
    private final Backoff backoff = new Backoff(LONGEST_PAUSE_MILLIS);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean polling = new AtomicBoolean();
    private final Assignment assignment;
    private final ConnectionWatch connections;
    private final @Nullable Transactions transactions;
    private volatile @Nullable Consumer<byte[], byte[]> client;
    private volatile boolean taking = true;
    private volatile boolean restart;
    private volatile boolean ending;

    private final long shortMillis;

    // ---- of this thread
    private boolean commitUnderWay;
    private long nextCommit;

    PollLoop(RouteConsumer owner, int index) {
        this.owner = owner;
        this.settings = owner.settings();
        this.index = index;
        this.assignment = new Assignment(owner, this);
        this.connections = new ConnectionWatch(owner);
        long longest = settings.transactionalId == null ? settings.commitMillis : Transactions.LOOK_MILLIS;
        this.shortMillis = Math.min(Math.min(longest, settings.commitMillis), settings.pollMillis);
        this.transactions = settings.transactionalId == null ? null : new Transactions(owner, this, assignment, index);
    }

    // ---- called by any thread

    /** Whether records may enter the route. */
    boolean mayStart() {
        return taking && !ending;
    }

    boolean isEnding() {
        return ending;
    }

    /** A full partition is read again when it has this number of unfinished records. */
    int resumeAt() {
        return settings.maxPollRecords / 2;
    }

    /** Tells the poll thread that there may be something to commit, or a partition to read again. */
    void somethingIsDone() {
        if (polling.get() && polling.compareAndSet(true, false)) {
            wake();
        }
    }

    /** With the next poll, idle lanes that have records start again. */
    void restartLater() {
        restart = true;
    }

    void setTaking(boolean taking) {
        this.taking = taking;
        if (taking) {
            restartLater(); // even if the thread never sees the pause: lanes may have seen it, and are idle
        }
        wake();
    }

    void end() {
        ending = true;
        wake();
    }

    private void wake() {
        Consumer<byte[], byte[]> mine = client;
        if (mine != null) {
            mine.wakeup();
        }
        synchronized (this) {
            notifyAll();
        }
    }

    /** Waits until the thread has ended. Returns whether it has ended. */
    boolean awaitEnd() throws InterruptedException {
        return ended.await(MOST_STOP_SECONDS, TimeUnit.SECONDS);
    }

    /** Null without transactions: then this thread commits offsets with the client that polls. */
    @Nullable
    Transactions transactions() {
        return transactions;
    }

    int partitionCount() {
        return assignment.count();
    }

    // ---- the thread

    @Override
    public void run() {
        try {
            while (!ending) {
                beMember();
                rest();
            }
        } finally {
            ended.countDown();
        }
    }

    private synchronized void rest() {
        long left = backoff.nextMillis();
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

    /** Polls until the route stops or the client fails. */
    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything; the thread must continue
    private void beMember() {
        Consumer<byte[], byte[]> mine = null;
        try {
            mine = new KafkaConsumer<>(settings.consumerConfig(index));
            client = mine;
            commitUnderWay = false;
            subscribe(mine);
            while (!ending) {
                pollOrRest(mine);
            }
            commitAll(mine);
        } catch (Throwable e) {
            owner.trouble("the client has failed and is created again", e);
        } finally {
            client = null;
            close(mine);
            assignment.abandonAll();
            if (transactions != null) {
                transactions.close();
            }
        }
    }

    void subscribe(Consumer<byte[], byte[]> mine) {
        Assignment.Listener listener = assignment.listenerOf(mine);
        if (settings.pattern != null) {
            mine.subscribe(settings.pattern, listener);
        } else {
            mine.subscribe(settings.topics(), listener);
        }
    }

    private void pollOrRest(Consumer<byte[], byte[]> mine) {
        try {
            poll(mine);
            backoff.reset();
        } catch (WakeupException e) {
            // there is something to do
        } catch (InterruptException e) {
            boolean unused = Thread.interrupted();
        } catch (FencedInstanceIdException e) {
            throw e; // the client cannot be used any more
        } catch (KafkaException e) {
            owner.trouble("polling has failed; trying again", e);
            rest();
        }
    }

    void poll(Consumer<byte[], byte[]> mine) {
        polling.set(true);
        boolean now = taking;
        if (now && restart) {
            restart = false; // before restarting: a pause and a resume from now on set it again
            assignment.restart();
        }
        if (transactions != null) {
            transactions.goOn(mine, now);
        }
        boolean unfinished = assignment.retire(mine, now);
        boolean waits = transactions == null ? commit(mine, unfinished) : assignment.hasUnanchored();
        long millis = unfinished || waits ? shortMillis : settings.pollMillis;
        ConsumerRecords<byte[], byte[]> records = mine.poll(Duration.ofMillis(millis));
        polling.set(false);
        assignment.add(records);
        connections.check(mine, !records.isEmpty());
    }

    // ---- commits

    /**
     * Commits the records that are done, if the commit interval is over. Returns whether there is something left to
     * commit.
     */
    private boolean commit(Consumer<byte[], byte[]> mine, boolean unfinished) {
        Map<TopicPartition, OffsetAndMetadata> offsets = assignment.toCommit(mine);
        long now = System.nanoTime();
        if (offsets.isEmpty() || commitUnderWay || (unfinished && now - nextCommit < 0)) {
            return !offsets.isEmpty() || assignment.hasUnanchored();
        }
        nextCommit = now + TimeUnit.MILLISECONDS.toNanos(settings.commitMillis);
        commitUnderWay = true;
        boolean passed = false;
        try {
            mine.commitAsync(offsets, this::committed);
            passed = true;
        } finally {
            commitUnderWay &= passed; // it may throw, as poll does, while it looks for the coordinator
        }
        return true;
    }

    private void committed(Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception failure) {
        commitUnderWay = false;
        if (failure == null) {
            assignment.committed(offsets);
        } else {
            owner.trouble("a commit has failed; it is tried again while this member owns the partitions", failure);
        }
    }

    private void commitAll(Consumer<byte[], byte[]> mine) {
        if (transactions != null) {
            transactions.endBefore(mine, System.nanoTime());
            return;
        }
        assignment.retire(mine, false);
        commitNow(mine, assignment.toCommit(mine));
    }

    /** Commits these offsets and waits for the result. */
    void commitNow(Consumer<byte[], byte[]> mine, Map<TopicPartition, OffsetAndMetadata> offsets) {
        boolean again = !offsets.isEmpty();
        while (again) {
            again = false;
            try {
                mine.commitSync(offsets, CLOSE_TIMEOUT);
                assignment.committed(offsets);
            } catch (WakeupException e) {
                again = true; // the wake-up was for the poll before this; it does not come twice
            } catch (InterruptException e) {
                again = Thread.interrupted();
            } catch (KafkaException e) {
                owner.trouble("a commit has failed; the records are delivered again", e);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // plugins of the client may throw anything
    private void close(@Nullable Consumer<byte[], byte[]> mine) {
        if (mine != null) {
            try {
                mine.close(CloseOptions.timeout(CLOSE_TIMEOUT));
            } catch (Throwable e) {
                owner.trouble("the client could not be closed", e);
            }
        }
    }
}
