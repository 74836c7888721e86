package io.mehari.subjects.raw;

import io.mehari.subjects.Payload;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Sink;
import io.mehari.subjects.Subject;
import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.NullUnmarked;

/**
 * The least program that keeps the promise of a scenario: an object of 80 bytes with the body for each message, and what
 * the pattern cannot do without. A router chooses, an aggregator has a key, a map, a lock and a copy of its list, a
 * fan-out makes a copy for each branch. There is one receiver, so the compiler may inline all of it, and the store of
 * the benchmark's processor is part of it. It looks up no endpoint, counts nothing and handles no failure.
 */
@NullUnmarked // fields are set by start
public final class FloorSubject implements Subject {
    private Sink sink;
    private Work work;
    private boolean lists;

    private interface Work {
        void of(Envelope envelope);
    }

    @Override
    public void start(Scenario scenario, Sink end) {
        sink = end;
        lists = scenario.sendsLists();
        work = switch (scenario.task()) {
            case SPLIT_CHOICE -> this::choose;
            case ROUTER -> scenario.mixed() ? this::routeByType : this::routeByKind;
            case FILTER -> this::filter;
            case AGGREGATOR -> new Groups();
            case FAN_OUT -> this::fanOut;
            default -> this::deliver;
        };
    }

    private void deliver(Envelope envelope) {
        sink.deliver(envelope, envelope.body);
    }

    // Each way is a call of its own, as a route has an end of its own for each.

    private void choose(Envelope envelope) {
        if (Payload.isKept(envelope.body)) {
            sink.deliver(envelope, envelope.body);
        } else {
            deliver(envelope);
        }
    }

    private void routeByType(Envelope envelope) {
        if (envelope.body instanceof String) {
            deliver(envelope);
        } else if (envelope.body instanceof Integer) {
            sink.deliver(envelope, envelope.body);
        } else if (envelope.body instanceof File) {
            deliver(envelope);
        } else {
            sink.deliver(envelope, envelope.body);
        }
    }

    private void routeByKind(Envelope envelope) {
        switch (((Payload.Parcel) envelope.body).kind()) {
            case 0 -> deliver(envelope);
            case 1 -> sink.deliver(envelope, envelope.body);
            case 2 -> deliver(envelope);
            default -> sink.deliver(envelope, envelope.body);
        }
    }

    private void filter(Envelope envelope) {
        if (Payload.isKept(envelope.body)) {
            deliver(envelope);
        }
    }

    private void fanOut(Envelope envelope) {
        for (int i = 0; i < Scenario.FAN; i++) {
            deliver(new Envelope(envelope.body));
        }
    }

    private final class Groups implements Work {
        private final ReentrantLock lock = new ReentrantLock();
        private final Map<Object, List<Object>> groups = new HashMap<>();

        @Override
        public void of(Envelope envelope) {
            List<Object> whole = null;
            lock.lock();
            try {
                List<Object> group = groups.computeIfAbsent(true, key -> new ArrayList<>());
                group.add(envelope.body);
                if (group.size() == Scenario.GROUP) {
                    groups.remove(true);
                    whole = List.copyOf(group);
                }
            } finally {
                lock.unlock();
            }
            if (whole != null) {
                sink.deliverAll(new Envelope(whole), whole);
            }
        }
    }

    @Override
    public void send(Object body) {
        if (lists) {
            for (Object part : (List<?>) body) {
                work.of(new Envelope(part));
            }
        } else {
            work.of(new Envelope(body));
        }
    }

    @Override
    public void close() {}
}
