package io.mehari.scenarios.vertx;

import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBus;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
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
    private Routes paced;
    private Semaphore room;
    private boolean requests;
    private boolean waits;

    /** Creates a subject that is not started. */
    public VertxSubject() {}

    @Override
    public void start(Variation variation, Sink sink) throws Exception {
        vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(Math.max(VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE, variation.consumers())));
        bus = vertx.eventBus();
        bus.registerCodec(new ByReference());
        if (variation.events()) {
            count();
        }
        waits = variation.name().equals("always");
        requests = waits || variation.name().equals("never");
        room = new Semaphore(variation.sendsLists() ? LISTS : Variation.CAPACITY);
        DeploymentOptions options = new DeploymentOptions().setInstances(variation.consumers());
        if (variation.scenario() == Scenario.WORKFLOW && !variation.threads()) {
            options.setThreadingModel(ThreadingModel.WORKER);
        }
        awaited(vertx.deployVerticle(
                () -> {
                    Routes routes = new Routes(variation, sink, room);
                    paced = variation.paced() ? routes : null;
                    return routes;
                },
                options));
    }

    private void count() {
        LongAdder events = new LongAdder();
        bus.addOutboundInterceptor(sending -> {
            events.increment();
            sending.next();
        });
        bus.addInboundInterceptor(received -> {
            events.increment();
            received.next();
        });
    }

    private static <T> T awaited(Future<T> future) throws InterruptedException, ExecutionException {
        return future.toCompletionStage().toCompletableFuture().get();
    }

    @Override
    public void send(Object body) throws Exception {
        room.acquire();
        if (!requests) {
            bus.send("in", body, Routes.LOCAL);
            return;
        }
        Future<?> reply = bus.request("in", body, Routes.LOCAL);
        if (waits) {
            awaited(reply);
        }
    }

    @Override
    public void close() {
        try {
            if (paced != null) {
                paced.rest();
            }
            awaited(vertx.close());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
