package io.mehari.builder;

import io.mehari.AggregationStrategy;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** What split and multicast have in common: several exchanges out of one, and how they become one again. */
abstract class FanDefinition<T extends FanDefinition<T>> extends ProcessorDefinition<T> {
    private final List<Node> steps = list();
    private @Nullable AggregationStrategy strategy;
    private boolean streaming;
    private boolean stopOnException;
    private boolean shareUnitOfWork;
    private boolean parallel;
    private @Nullable ExecutorService executor;
    private long timeoutMillis;
    private int maxInFlight = 32;

    FanDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /**
     * How the results become one message. Without it a split goes on with the message as it was, and copies (multicast,
     * recipients) with the last one's; a failure of any is then one of the whole. With it, only a failure of the
     * exchange that it returns last is.
     */
    public final T aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = strategy;
        return self();
    }

    /**
     * Parts are taken as they come and do not know how many they are; in parallel, results are aggregated in the order in
     * which they are done, instead of that in which they were begun.
     */
    public final T streaming() {
        streaming = true;
        return self();
    }

    /**
     * After a failure nothing more is read, made or begun, and the failure is that of the whole; what runs in parallel
     * already is waited for. If an error handler deals with the failure, the message that it left is the result.
     */
    public final T stopOnException() {
        stopOnException = true;
        return self();
    }

    /** A failure of a part is one of the whole. */
    public final T shareUnitOfWork() {
        shareUnitOfWork = true;
        return self();
    }

    /**
     * Several run at the same time, on the context's shared pool unless {@link #executorService} is called. Each is made
     * when there is room for it; see {@link #maxInFlight}. The message that is split holds no thread meanwhile.
     */
    public final T parallelProcessing() {
        parallel = true;
        return self();
    }

    /**
     * Runs several at the same time, on those threads, which remain the caller's to end. What they refuse is offered again
     * when one that they took is done; if there is none, the whole fails with the refusal.
     */
    public final T executorService(ExecutorService executor) {
        this.executor = executor;
        return parallelProcessing();
    }

    /**
     * Goes on after that time with what is done by then; goes with {@link #parallelProcessing}. The strategy is told of
     * each that is missing. Those go on by themselves, and what becomes of them is nobody's affair.
     */
    public final T timeout(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout(" + millis + ") is negative; 0 means none");
        }
        timeoutMillis = millis;
        return self();
    }

    /** How many there may be at one moment that were made and are not aggregated yet, in parallel; 32 unless said. */
    public final T maxInFlight(int maxInFlight) {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("maxInFlight(" + maxInFlight + ") must be at least 1");
        }
        this.maxInFlight = maxInFlight;
        return self();
    }

    final Node.Fan fan() {
        if (timeoutMillis > 0 && !parallel) {
            throw new IllegalArgumentException("timeout(" + timeoutMillis
                    + ") goes with parallelProcessing(): one after the other, nothing can be left behind");
        }
        Node.Parallel together = parallel ? new Node.Parallel(executor, timeoutMillis, maxInFlight) : null;
        return new Node.Fan(strategy, streaming, stopOnException, shareUnitOfWork, together);
    }

    @Override
    final List<Node> steps() {
        return steps;
    }
}
