package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A step that suspends messages without a thread until the test lets them go on, and notes all that came. */
final class Gate implements AsyncProcessor {
    /** The bodies of all messages that came, in their order. */
    final List<String> came = new CopyOnWriteArrayList<>();

    /** The threads that have brought them. */
    final Set<String> threads = ConcurrentHashMap.newKeySet();

    private final Map<String, Held> held = new ConcurrentHashMap<>();

    private record Held(Exchange exchange, AsyncCallback callback) {}

    @Override
    public void process(Exchange exchange) {
        throw new AssertionError("the engine knows that this is asynchronous");
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        String body = String.valueOf(exchange.getBody());
        threads.add(Thread.currentThread().getName());
        held.put(body, new Held(exchange, callback));
        came.add(body);
        return false;
    }

    int inside() {
        return held.size();
    }

    boolean holds(String body) {
        return held.containsKey(body);
    }

    Set<String> bodies() {
        return Set.copyOf(held.keySet());
    }

    /** That message goes on. Returns the callback that was called. */
    AsyncCallback pass(String body) {
        return end(body, null);
    }

    /** That message goes on, and fails. */
    void fail(String body) {
        end(body, new IllegalStateException("on purpose"));
    }

    private AsyncCallback end(String body, @Nullable Exception failure) {
        Held mine = Objects.requireNonNull(held.remove(body), body);
        if (failure != null) {
            mine.exchange.setException(failure);
        }
        mine.callback.done(false);
        return mine.callback;
    }
}
