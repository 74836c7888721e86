package io.mehari.brokers;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** A consumer group, as Kafka describes it. */
final class Group implements AutoCloseable {
    private final Admin admin;
    private final String name;

    Group(String brokers, String name) {
        this.admin = Admin.create(Map.of("bootstrap.servers", brokers));
        this.name = name;
    }

    /** Whether it has this many members, and each has its partitions. */
    boolean isSettled(int members) throws IOException, InterruptedException {
        try {
            ConsumerGroupDescription group = admin.describeConsumerGroups(List.of(name))
                    .all()
                    .get(2, TimeUnit.MINUTES)
                    .get(name);
            return group != null
                    && group.groupState() == GroupState.STABLE
                    && group.members().size() == members;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return false; // its first member has not joined yet
            }
            throw new IOException("Kafka does not describe the group", e);
        } catch (TimeoutException e) {
            throw new IOException("Kafka does not describe the group", e);
        }
    }

    /** The number of records that the group has processed, by its committed offsets. */
    long done() throws IOException, InterruptedException {
        try {
            return admin
                    .listConsumerGroupOffsets(name)
                    .partitionsToOffsetAndMetadata()
                    .get(2, TimeUnit.MINUTES)
                    .values()
                    .stream()
                    .mapToLong(OffsetAndMetadata::offset)
                    .sum();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Kafka does not say how far the group is", e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
