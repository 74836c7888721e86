package io.mehari.subjects.vertx;

import io.mehari.subjects.Payload;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.NullUnmarked;

/**
 * The handlers of a scenario, all on the event loop of one verticle. Each step to the next handler is a separate
 * message.
 */
@NullUnmarked // fields are set by start
final class Routes extends VerticleBase {
    static final DeliveryOptions LOCAL =
            new DeliveryOptions().setLocalOnly(true).setCodecName(ByReference.NAME);

    private final Scenario scenario;
    private final Sink sink;
    private final Semaphore room;
    private EventBus bus;

    Routes(Scenario scenario, Sink sink, Semaphore room) {
        this.scenario = scenario;
        this.sink = sink;
        this.room = room;
    }

    @Override
    public Future<?> start() {
        bus = vertx.eventBus();
        switch (scenario.task()) {
            case DIRECT, SEDA -> bus.localConsumer("in", this::take);
            case SPLIT_CHOICE -> splitAndChoice();
            case ROUTER -> router();
            case FILTER ->
                entry(body -> {
                    if (Payload.isKept(body)) {
                        bus.send("end", body, LOCAL);
                    }
                });
            case AGGREGATOR -> aggregator();
            case FAN_OUT -> fanOut();
            case REQUEST -> bus.localConsumer("in", this::takeAndReply);
            default -> throw new IllegalArgumentException("not in Vert.x: " + scenario);
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
        message.reply(message.body(), LOCAL);
    }

    private void splitAndChoice() {
        entry(list -> split((List<?>) list));
        bus.localConsumer("part", (Message<Object> message) -> {
            Object body = message.body();
            bus.send(Payload.isKept(body) ? "kept" : "others", body, LOCAL);
        });
        bus.localConsumer("kept", this::deliver);
        bus.localConsumer("others", this::deliver);
    }

    private void split(List<?> parts) {
        for (Object each : parts) {
            bus.send("part", each, LOCAL);
        }
    }

    private void router() {
        entry(body -> bus.send(scenario.mixed() ? byType(body) : byKind((Payload.Parcel) body), body, LOCAL));
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
        List<Object> group = new ArrayList<>(Scenario.GROUP);
        entry(body -> {
            group.add(body);
            if (group.size() == Scenario.GROUP) {
                bus.send("groups", List.copyOf(group), LOCAL);
                group.clear();
            }
        });
        bus.localConsumer("groups", (Message<Object> message) -> sink.deliverAll(message, (List<?>) message.body()));
    }

    private void fanOut() {
        entry(body -> bus.publish("all", body, LOCAL));
        for (int i = 0; i < Scenario.FAN; i++) {
            bus.localConsumer("all", this::deliver);
        }
    }
}
