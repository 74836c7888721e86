package io.mehari.scenarios.vertx;

import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Variation;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;

/**
 * The handlers of a scenario, all on the event loop of one verticle. Each step to the next handler is a separate
 * message.
 */
@NullUnmarked // fields are set by start
final class Routes extends VerticleBase {
    static final DeliveryOptions LOCAL =
            new DeliveryOptions().setLocalOnly(true).setCodecName(ByReference.NAME);

    /** The number of messages from the timer to the end, plus one. */
    private static final int HOPS = 4;

    private static final int PATIENCE_SECONDS = 5;

    private final Variation variation;
    private final Sink sink;
    private final Semaphore room;
    private EventBus bus;
    private long timer;

    Routes(Variation variation, Sink sink, Semaphore room) {
        this.variation = variation;
        this.sink = sink;
        this.room = room;
    }

    @Override
    public Future<?> start() {
        bus = vertx.eventBus();
        switch (variation.scenario()) {
            case CAMEL_23686 -> splitAndChoice();
            case SEDA -> bus.localConsumer("in", this::take);
            case CBR -> router();
            case FILTER ->
                entry(body -> {
                    if (Payload.isKept(body)) {
                        bus.send("end", body, LOCAL);
                    }
                });
            case AGGREGATOR -> aggregator();
            case FAN_OUT -> fanOut();
            case FIRE_AND_FORGET -> bus.localConsumer("in", this::takeAndReply);
            case WORKFLOW -> workflow();
            case DISRUPTOR -> throw new IllegalArgumentException("there is no ring in Vert.x");
        }
        bus.localConsumer("end", this::deliver);
        return Future.succeededFuture();
    }

    /** The work for one body. */
    private interface Step {
        void with(Object body);
    }

    private void entry(Step step) {
        bus.localConsumer("in", (Message<Object> message) -> {
            room.release();
            step.with(message.body());
        });
    }

    private void deliver(Message<Object> message) {
        sink.deliver(message, message.body());
    }

    private void take(Message<Object> message) {
        room.release();
        deliver(message);
    }

    private void takeAndReply(Message<Object> message) {
        take(message);
        if (message.replyAddress() != null) {
            message.reply(message.body(), LOCAL);
        }
    }

    private void splitAndChoice() {
        List<Object> parts = Payload.parts();
        entry(list -> split((List<?>) list));
        bus.localConsumer("part", (Message<Object> message) -> {
            Object body = message.body();
            bus.send(Payload.isKept(body) ? "kept" : "others", body, LOCAL);
        });
        bus.localConsumer("kept", this::deliver);
        bus.localConsumer("others", this::deliver);
        if (variation.paced()) {
            timer = vertx.setPeriodic(1, id -> split(parts));
        }
    }

    private void split(List<?> parts) {
        for (Object each : parts) {
            bus.send("part", each, LOCAL);
        }
    }

    private void router() {
        entry(body -> bus.send(variation.mixed() ? byType(body) : byKind((Payload.Parcel) body), body, LOCAL));
        bus.localConsumer("a", this::deliver);
        bus.localConsumer("b", this::deliver);
        bus.localConsumer("c", this::deliver);
    }

    private static String byType(Object body) {
        if (body instanceof String) {
            return "a";
        }
        if (body instanceof Integer) {
            return "b";
        }
        return body instanceof File ? "c" : "end";
    }

    private static String byKind(Payload.Parcel body) {
        return switch (body.kind()) {
            case 0 -> "a";
            case 1 -> "b";
            case 2 -> "c";
            default -> "end";
        };
    }

    private void aggregator() {
        List<Object> group = new ArrayList<>(Variation.GROUP);
        entry(body -> {
            group.add(body);
            if (group.size() == Variation.GROUP) {
                bus.send("groups", List.copyOf(group), LOCAL);
                group.clear();
            }
        });
        bus.localConsumer("groups", (Message<Object> message) -> sink.deliverAll(message, (List<?>) message.body()));
    }

    private void fanOut() {
        entry(body -> bus.publish("all", body, LOCAL));
        for (int i = 0; i < Variation.FAN; i++) {
            bus.localConsumer("all", this::deliver);
        }
    }

    /** Runs on a separate worker, or passes messages to threads. A sender gets room again when its message is done. */
    private void workflow() {
        Runnable service = variation.service();
        if (!variation.threads()) {
            bus.localConsumer("in", (Message<Object> message) -> {
                service.run();
                take(message);
            });
            return;
        }
        WorkerExecutor workers = vertx.createSharedWorkerExecutor("service", Variation.THREADS);
        bus.localConsumer("in", (Message<Object> message) -> {
            Callable<Boolean> work = () -> {
                service.run();
                take(message);
                return true;
            };
            workers.executeBlocking(work, false);
        });
    }

    /** Stops the timer, and returns when all its messages have arrived. Earlier messages are processed first. */
    void rest() throws InterruptedException {
        CountDownLatch quiet = new CountDownLatch(1);
        context.runOnContext(none -> {
            vertx.cancelTimer(timer);
            hop(HOPS, quiet);
        });
        if (!quiet.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The event loop does not come to rest");
        }
    }

    private void hop(int left, CountDownLatch quiet) {
        if (left == 0) {
            quiet.countDown();
        } else {
            context.runOnContext(none -> hop(left - 1, quiet));
        }
    }
}
