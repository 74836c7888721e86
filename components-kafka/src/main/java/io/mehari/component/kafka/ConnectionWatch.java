package io.mehari.component.kafka;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;

/** Logs once a minute that no broker is connected. The client itself only keeps trying, and returns no records. */
final class ConnectionWatch {
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int CHECKS_BEFORE_WARNING = 2;

    private final RecordRoute owner;
    private long nextCheck = System.nanoTime() + CHECK_NANOS;
    private int failed;

    ConnectionWatch(RecordRoute owner) {
        this.owner = owner;
    }

    void check(Consumer<byte[], byte[]> client, boolean gotRecords) {
        long now = System.nanoTime();
        if (now - nextCheck < 0) {
            return;
        }
        nextCheck = now + CHECK_NANOS;
        failed = gotRecords || isConnected(client) ? 0 : failed + 1;
        if (failed >= CHECKS_BEFORE_WARNING) {
            owner.trouble("no broker is connected; the client keeps trying", null);
        }
    }

    private static boolean isConnected(Consumer<byte[], byte[]> client) {
        for (Metric each : client.metrics().values()) {
            if (each.metricName().name().equals("connection-count")
                    && each.metricName().group().equals("consumer-metrics")) {
                return !(each.metricValue() instanceof Number count) || count.doubleValue() > 0;
            }
        }
        return true; // the client does not tell
    }
}
