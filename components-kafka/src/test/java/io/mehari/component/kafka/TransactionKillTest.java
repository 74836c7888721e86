package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of the route is killed while it runs. A reader of committed records sees each record once, without a gap.
 */
class TransactionKillTest extends OnTransactions {
    @TempDir
    Path folder;

    @Test
    void k2_eachRecordIsCommittedOnceHoweverOftenTheProcessIsKilled() throws Exception {
        kill(4, 300);
    }

    @Test
    @Tag("slow")
    void k2_eachRecordIsCommittedOnceInManyKills() throws Exception {
        kill(50, 60);
    }

    /** Kills the process several times. Before each kill, it sends this number of records to each of two partitions. */
    private void kill(int times, int records) throws Exception {
        String in = kafka.topic(2);
        String out = kafka.topic(2);
        int sent = 0;
        for (int round = 0; round < times; round++) {
            kafka.sendNumbers(in, 0, sent, sent + records);
            kafka.sendNumbers(in, 1, sent, sent + records);
            sent += records;
            long written = kafka.end(out);
            Process child = start(in, out);
            try {
                Kafka.await("something is written", () -> kafka.end(out) > written);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(
                        ThreadLocalRandom.current().nextInt(150)));
            } finally {
                child.destroyForcibly().waitFor();
            }
            read(kafka, out, true).values().forEach(TransactionKillTest::assertThatEachIsThereOnce);
        }
        Process child = start(in, out);
        try {
            kafka.awaitCommitted(group(in), in, 0, sent);
            kafka.awaitCommitted(group(in), in, 1, sent);
        } catch (AssertionError e) {
            throw new AssertionError("The route said: " + Files.readString(folder.resolve("log")), e);
        } finally {
            child.destroyForcibly().waitFor();
        }
        Map<Integer, List<String>> all = read(kafka, out, true);
        assertThat(all).hasSize(2);
        for (List<String> each : all.values()) {
            assertThat(each).containsExactly(numbers(0, sent));
        }
    }

    private static void assertThatEachIsThereOnce(List<String> values) {
        assertThat(values).containsExactly(numbers(0, values.size()));
    }

    /** A static member: its partitions are assigned again at once. */
    private Process start(String in, String out) throws Exception {
        return Copy.start(
                folder.resolve("log"), from(in, "&groupInstanceId=only&commitInterval=20&maxPollRecords=100"), to(out));
    }
}
