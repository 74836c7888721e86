package io.mehari.component.kafka;

import io.mehari.Processor;
import io.mehari.connector.ReceivingConsumer;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.ArrayList;
import java.util.List;

/** Gives the records of the topics to a route. */
final class RouteConsumer extends ReceivingConsumer<KafkaEndpoint> {
    private final KafkaAccess access;
    private final RecordRoute route;
    private volatile List<PollLoop> loops = List.of();

    RouteConsumer(KafkaEndpoint endpoint, Processor processor) {
        super(endpoint, processor, "kafka");
        this.access = endpoint.access();
        this.route = new RecordRoute(access, this);
    }

    RecordRoute route() {
        return route;
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (!loops.isEmpty()) {
            loops.forEach(each -> each.setTaking(true));
            return;
        }
        Brokers.check(access);
        route.open();
        List<PollLoop> made = new ArrayList<>();
        for (int i = 0; i < access.settings.options.get(KafkaOptions.CONSUMERS_COUNT); i++) {
            made.add(new PollLoop(route, i));
        }
        loops = List.copyOf(made);
        endpoint.consumes(this);
        for (int i = 0; i < made.size(); i++) {
            access.pools()
                    .newThread("kafka-poll-" + name() + "-" + i, made.get(i))
                    .start();
        }
    }

    /**
     * The consumer stays a member of the group. Its partitions are paused, and no record enters the route. After a
     * stop, records that were read but have not entered the route are read again.
     */
    @Override
    public void closeIntake() {
        loops.forEach(each -> each.setTaking(false));
    }

    @Override
    public long getLag() {
        return loops.stream().mapToLong(Member::lag).sum();
    }

    /** Commits the records that are done, and leaves the group. What is still in the route is delivered again. */
    @Override
    public synchronized void stop() {
        List<PollLoop> ending = loops;
        ending.forEach(PollLoop::end);
        boolean interrupted = false;
        for (PollLoop each : ending) {
            try {
                if (!each.awaitEnd()) {
                    Log.warn(log(), this + ": a poll thread has not ended yet: the client waits for a broker");
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        loops = List.of();
        route.close();
        Threading.restoreInterrupt(interrupted);
    }

    @Override
    public boolean hasTaken() {
        return route.admission().taken() > 0;
    }

    int partitionCount() {
        return loops.stream().mapToInt(PollLoop::partitionCount).sum();
    }
}
