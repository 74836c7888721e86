package io.mehari.scenarios.raw;

import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;

/** The JDK's ArrayBlockingQueue, and threads that take from it. */
@NullUnmarked // fields are set by start
public final class ArrayBlockingSubject implements Subject {
    private final ArrayBlockingQueue<Envelope> queue = new ArrayBlockingQueue<>(Variation.CAPACITY);
    private final Takers takers = new Takers();
    private Sink sink;
    private Runnable service;
    private ExecutorService pool;
    private boolean waits;

    /** Creates a subject that is not started. */
    public ArrayBlockingSubject() {}

    @Override
    public void start(Variation variation, Sink end) {
        sink = end;
        service = variation.service();
        waits = variation.name().equals("always");
        if (variation.threads()) {
            pool = new ThreadPoolExecutor(
                    Variation.THREADS,
                    Variation.THREADS,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(Variation.CAPACITY),
                    new ThreadPoolExecutor.CallerRunsPolicy());
            takers.start(variation.consumers(), () -> {
                Envelope envelope = queue.take();
                pool.execute(() -> handle(envelope));
            });
        } else {
            takers.start(variation.consumers(), () -> handle(queue.take()));
        }
    }

    private void handle(Envelope envelope) {
        service.run();
        sink.deliver(envelope, envelope.body);
        envelope.done();
    }

    @Override
    public void send(Object body) throws InterruptedException {
        if (waits) {
            Envelope.Awaited envelope = new Envelope.Awaited(body);
            queue.put(envelope);
            envelope.await();
        } else {
            queue.put(new Envelope(body));
        }
    }

    @Override
    public void close() {
        takers.end();
        if (pool != null) {
            pool.shutdownNow();
        }
    }
}
