package io.mehari.subjects.vertx;

import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import io.mehari.subjects.Task;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.NullUnmarked;

/**
 * The event bus of Vert.x. Consumers are instances of a verticle. The bus queues messages without limit, so a semaphore
 * makes senders wait, as its users write it if they need a limit.
 */
@NullUnmarked // fields are set by start
public final class VertxSubject implements Subject {

    /** One list that is being processed, and one that waits. */
    private static final int LISTS = 2;

    private Vertx vertx;
    private EventBus bus;
    private Semaphore room;
    private boolean requests;

    @Override
    public void start(Scenario scenario, Sink sink) throws Exception {
        vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(Math.max(VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE, scenario.consumers())));
        bus = vertx.eventBus();
        bus.registerCodec(new ByReference());
        requests = scenario.task() == Task.REQUEST;
        room = new Semaphore(scenario.sendsLists() ? LISTS : Scenario.CAPACITY);
        DeploymentOptions options = new DeploymentOptions().setInstances(scenario.consumers());
        awaited(vertx.deployVerticle(() -> new Routes(scenario, sink, room), options));
    }

    private static <T> T awaited(Future<T> future) throws InterruptedException, ExecutionException {
        return future.toCompletionStage().toCompletableFuture().get();
    }

    @Override
    public void send(Object body) throws Exception {
        room.acquire();
        if (requests) {
            awaited(bus.request("in", body, Routes.LOCAL));
        } else {
            bus.send("in", body, Routes.LOCAL);
        }
    }

    @Override
    public void request(Object body, Runnable then) throws InterruptedException {
        room.acquire();
        bus.request("in", body, Routes.LOCAL).onSuccess(reply -> then.run());
    }

    @Override
    public void close() {
        try {
            awaited(vertx.close());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
