package cron;

import io.mehari.ProducerTemplate;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Sends a message at certain times of the day. Its body is the time at which it was due. */
public final class Schedule implements AutoCloseable {
    private static final long LONGEST_MILLIS = 60_000; // then it looks again, since the clock may have been set

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ProducerTemplate template;
    private final String uri;
    private final ZoneId zone;
    private final UnaryOperator<ZonedDateTime> next;

    /** @param next for a time, the next one at which a message is due */
    public Schedule(ProducerTemplate template, String uri, ZoneId zone, UnaryOperator<ZonedDateTime> next) {
        this.template = template;
        this.uri = uri;
        this.zone = zone;
        this.next = next;
        waitFor(next.apply(ZonedDateTime.now(zone)));
    }

    private void waitFor(ZonedDateTime due) {
        long millis = Duration.between(ZonedDateTime.now(zone), due).toMillis();
        var unused = thread.schedule(
                () -> lookAtTheClock(due), Math.min(Math.max(millis, 0) + 1, LONGEST_MILLIS), TimeUnit.MILLISECONDS);
    }

    private void lookAtTheClock(ZonedDateTime due) {
        ZonedDateTime now = ZonedDateTime.now(zone);
        if (now.isBefore(due)) {
            waitFor(due);
            return;
        }
        waitFor(next.apply(now));
        template.send(uri, exchange -> exchange.setBody(due)); // a failure is in the exchange, and thrown by nothing
    }

    /** Sends nothing more. Call it before the context stops. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
