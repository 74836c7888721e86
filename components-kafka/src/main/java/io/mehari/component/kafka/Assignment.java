package io.mehari.component.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/**
 * The partitions that one member of the group owns now. Only its poll thread uses this object, except {@link #count}.
 */
final class Assignment {
    private final RouteConsumer owner;
    private final KafkaSettings settings;
    private final PollLoop loop;
    private final Map<TopicPartition, PartitionWork> partitions = new HashMap<>();
    private boolean hasSought;
    private volatile int count;

    Assignment(RouteConsumer owner, PollLoop loop) {
        this.owner = owner;
        this.settings = owner.settings();
        this.loop = loop;
    }

    /** The number of partitions. Any thread may call this. */
    int count() {
        return count;
    }

    /** The work of each partition, for transactions. */
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
            boolean full = each.paused ? left > loop.resumeAt() : left >= settings.maxPollRecords;
            boolean pause = !taking || full;
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
        for (PartitionWork each : partitions.values()) {
            if (each.unanchored) {
                return true;
            }
        }
        return false;
    }

    Map<TopicPartition, OffsetAndMetadata> toCommit(Consumer<byte[], byte[]> client) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        partitions.values().forEach(each -> addTo(offsets, each, client));
        return offsets;
    }

    private static void addTo(
            Map<TopicPartition, OffsetAndMetadata> offsets, PartitionWork work, Consumer<byte[], byte[]> client) {
        OffsetAndMetadata offset = work.toCommit();
        if (offset != null) {
            offsets.put(work.topicPartition, offset);
        } else if (work.unanchored) {
            long start = work.firstOffset();
            try {
                offsets.put(
                        work.topicPartition,
                        new OffsetAndMetadata(
                                start >= 0 ? start : client.position(work.topicPartition, Duration.ZERO)));
            } catch (WakeupException e) {
                throw e;
            } catch (KafkaException e) {
                // it has no position yet
            }
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

    /** Drops partitions without a commit. */
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
            if (seekTo != null && !hasSought && !assigned.isEmpty()) {
                hasSought = true; // only once: partitions that come later were read by other members before
                if (seekTo == KafkaOptions.SeekTo.BEGINNING) {
                    client.seekToBeginning(assigned);
                } else {
                    client.seekToEnd(assigned);
                }
            }
        }

        /**
         * Waits for the records in the route, commits, and gives the partitions up. Only then does the next owner
         * begin.
         */
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            long wait = loop.isEnding() ? 0 : settings.revokeMillis;
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
            Transactions transactions = loop.transactions();
            if (transactions != null) {
                transactions.endBefore(client, deadline);
                abandon(revoked);
                return;
            }
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
