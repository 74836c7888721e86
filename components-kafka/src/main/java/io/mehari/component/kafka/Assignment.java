package io.mehari.component.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** The partitions that one member of the group owns now. Only its poll thread uses this, except {@link #count}. */
final class Assignment {
    /** How often it looks for offsets without records: those of markers and of aborted transactions. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RecordRoute owner;
    private final KafkaSettings settings;
    private final PollLoop loop;
    private final Map<TopicPartition, PartitionWork> partitions = new HashMap<>();
    private boolean hasJoined;
    private long nextLook = System.nanoTime();
    private volatile int count;

    Assignment(RecordRoute owner, PollLoop loop) {
        this.owner = owner;
        this.settings = owner.settings();
        this.loop = loop;
    }

    int count() {
        return count;
    }

    Map<TopicPartition, PartitionWork> works() {
        return partitions;
    }

    // ---- records

    void add(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition each : records.partitions()) {
            PartitionWork work = partitions.get(each);
            if (work == null) {
                throw new IllegalStateException(
                        "The client has returned records of " + each + ", which is not assigned");
            }
            work.add(records.records(each));
        }
    }

    /**
     * Removes the records that are done, and pauses or resumes partitions: law K3.
     *
     * @param taking whether the route takes records
     * @return whether some records are not done
     */
    boolean retire(Consumer<byte[], byte[]> client, boolean taking) {
        boolean unfinished = false;
        List<TopicPartition> pausing = new ArrayList<>();
        List<TopicPartition> resuming = new ArrayList<>();
        for (PartitionWork each : partitions.values()) {
            int left = each.window == null ? each.retire() : each.size();
            unfinished |= left > 0;
            boolean pause = each.isFull() || !taking;
            if (pause != each.paused) {
                each.paused = pause;
                (pause ? pausing : resuming).add(each.topicPartition);
            }
        }
        if (!pausing.isEmpty()) {
            client.pause(pausing);
        }
        if (!resuming.isEmpty()) {
            client.resume(resuming);
        }
        return unfinished;
    }

    void restart() {
        partitions.values().forEach(PartitionWork::restart);
    }

    // ---- offsets

    boolean hasUnanchored() {
        return partitions.values().stream().anyMatch(each -> each.unanchored);
    }

    Map<TopicPartition, OffsetAndMetadata> toCommit(Consumer<byte[], byte[]> client) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        long now = System.nanoTime();
        boolean looks = now - nextLook >= 0;
        if (looks) {
            nextLook = now + LOOK_NANOS;
        }
        for (PartitionWork each : partitions.values()) {
            OffsetAndMetadata offset = each.toCommit();
            if (offset == null && (each.unanchored || (looks && each.size() == 0))) {
                offset = beforeNext(each, client);
            }
            if (offset != null) {
                offsets.put(each.topicPartition, offset);
            }
        }
        return offsets;
    }

    /** The offset from which the route would go on, if the group has not committed it; else null. */
    private static @Nullable OffsetAndMetadata beforeNext(PartitionWork work, Consumer<byte[], byte[]> client) {
        long next = work.firstOffset();
        try {
            next = next >= 0 ? next : client.position(work.topicPartition, Duration.ZERO);
            return work.unanchored || next > work.committedUntil() ? new OffsetAndMetadata(next) : null;
        } catch (WakeupException e) {
            throw e;
        } catch (KafkaException e) {
            return null; // it has no position yet
        }
    }

    /** A commit was refused because a topic does not exist. */
    void forgetDeleted(Set<TopicPartition> refused, Consumer<byte[], byte[]> client) {
        for (TopicPartition each : refused) {
            PartitionWork work = partitions.get(each);
            if (work != null && isDeleted(each, client)) {
                work.forgetCommit();
            }
        }
    }

    /**
     * Whether the topic is not in what the client knows of the cluster. With a topic the brokers delete its offsets. If
     * the old offsets were committed after that, a new topic of this name would begin with them.
     */
    static boolean isDeleted(TopicPartition partition, Consumer<byte[], byte[]> client) {
        try {
            List<PartitionInfo> known = client.partitionsFor(partition.topic(), Duration.ZERO); // asks no broker
            return known == null || known.isEmpty();
        } catch (KafkaException e) {
            return true;
        }
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            PartitionWork work = partitions.get(partition);
            if (work != null) {
                work.committed(offset);
            }
        });
    }

    // ---- the end of an ownership

    /** Drops the partitions of a client that is already closed. */
    void abandonAll() {
        abandon(List.copyOf(partitions.keySet()));
    }

    private void abandon(Collection<TopicPartition> leaving) {
        int left = 0;
        for (PartitionWork each : remove(leaving)) {
            left += each.inRoute();
        }
        owner.left(left, "this member does not own their partitions any more");
    }

    private List<PartitionWork> remove(Collection<TopicPartition> leaving) {
        List<PartitionWork> works = new ArrayList<>();
        for (TopicPartition each : leaving) {
            PartitionWork work = partitions.remove(each);
            if (work != null) {
                work.close();
                works.add(work);
            }
        }
        count = partitions.size();
        return works;
    }

    Listener listenerOf(Consumer<byte[], byte[]> client) {
        return new Listener(client);
    }

    /** Handles the rebalances that the client reports. The client calls it on the poll thread, within a poll. */
    final class Listener implements ConsumerRebalanceListener {
        private final Consumer<byte[], byte[]> client;

        Listener(Consumer<byte[], byte[]> client) {
            this.client = client;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            for (TopicPartition each : assigned) {
                PartitionWork work = new PartitionWork(each, loop, owner);
                work.unanchored = true;
                partitions.put(each, work);
            }
            count = partitions.size();
            client.resume(assigned);
            KafkaOptions.SeekTo seekTo = settings.find(KafkaOptions.SEEK_TO);
            List<TopicPartition> beginning = owner.beginning(assigned, !hasJoined);
            hasJoined = true;
            if (seekTo != null && !beginning.isEmpty()) {
                if (seekTo == KafkaOptions.SeekTo.BEGINNING) {
                    client.seekToBeginning(beginning);
                } else {
                    client.seekToEnd(beginning);
                }
            }
        }

        /** Waits for the records in the route, commits, and gives the partitions up: then the next owner begins. */
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            long wait = loop.isEnding() ? 0 : settings.options.millis(KafkaOptions.REVOKE_TIMEOUT);
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
            List<TopicPartition> deleted =
                    revoked.stream().filter(each -> isDeleted(each, client)).toList();
            if (!deleted.isEmpty()) {
                owner.trouble("topics were deleted; the offsets of " + deleted + " are not committed", null);
            }
            Transactions transactions = loop.transactions();
            if (transactions != null) {
                if (deleted.isEmpty()) {
                    transactions.endBefore(client, deadline);
                } else {
                    transactions.abort();
                }
                abandon(revoked);
                return;
            }
            abandon(deleted);
            List<PartitionWork> works = remove(revoked);
            int left = 0;
            Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
            for (PartitionWork each : works) {
                left += awaitEmpty(each, deadline);
                int unused = each.retire();
                OffsetAndMetadata offset = each.toCommit();
                if (offset != null) {
                    offsets.put(each.topicPartition, offset);
                }
            }
            loop.commitNow(client, offsets);
            owner.left(left, loop.isEnding() ? "the route has stopped" : "their partitions go to another member");
        }

        private static int awaitEmpty(PartitionWork work, long deadline) {
            try {
                return work.awaitEmpty(deadline);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the poll throws it, and the loop of this thread catches it
                return work.inRoute();
            }
        }

        /** The partitions already belong to another member, so nothing may be committed. */
        @Override
        public void onPartitionsLost(Collection<TopicPartition> lost) {
            Transactions transactions = loop.transactions();
            if (transactions != null) {
                transactions.abort();
            }
            abandon(lost);
        }
    }
}
