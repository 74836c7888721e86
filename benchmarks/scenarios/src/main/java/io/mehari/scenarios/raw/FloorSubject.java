package io.mehari.scenarios.raw;

import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Scenario;
import io.mehari.scenarios.Sink;
import io.mehari.scenarios.Subject;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/*
 * The call is also virtual in compiled code, because its receivers have four classes in turn. With one or two classes
 * it would be inlined, and the object might not be created at all.
 */
/**
 * The minimum cost of a scenario in which each message is a separate object: an object of 80 bytes with the body, and
 * one virtual call. A part of a split and a message of a router need one of each, a fan-out to three needs four. It
 * looks up no endpoint, counts nothing and handles no failure.
 */
@NullUnmarked // fields are set by start
public final class FloorSubject implements Subject {
    private Step[] steps;
    private boolean lists;
    private int turn;

    /** Creates a subject that is not started. */
    public FloorSubject() {}

    /** The work at the end of a call. */
    private interface Work {
        void of(Envelope envelope);
    }

    /** The target of a call. All its subclasses do the same. */
    private abstract static class Step {
        final Work work;

        Step(Work work) {
            this.work = work;
        }

        abstract void take(Envelope envelope);
    }

    private static final class First extends Step {
        First(Work work) {
            super(work);
        }

        @Override
        void take(Envelope envelope) {
            work.of(envelope);
        }
    }

    private static final class Second extends Step {
        Second(Work work) {
            super(work);
        }

        @Override
        void take(Envelope envelope) {
            work.of(envelope);
        }
    }

    private static final class Third extends Step {
        Third(Work work) {
            super(work);
        }

        @Override
        void take(Envelope envelope) {
            work.of(envelope);
        }
    }

    private static final class Fourth extends Step {
        Fourth(Work work) {
            super(work);
        }

        @Override
        void take(Envelope envelope) {
            work.of(envelope);
        }
    }

    private static Step[] steps(Work work) {
        return new Step[] {new First(work), new Second(work), new Third(work), new Fourth(work)};
    }

    @Override
    public void start(Variation variation, Sink sink) {
        lists = variation.sendsLists();
        steps = steps(work(variation.scenario(), sink));
    }

    private static Work work(Scenario scenario, Sink sink) {
        Work deliver = envelope -> sink.deliver(envelope, envelope.body);
        return switch (scenario) {
            case FILTER ->
                envelope -> {
                    if (Payload.isKept(envelope.body)) {
                        sink.deliver(envelope, envelope.body);
                    }
                };
            case AGGREGATOR -> groups(sink);
            case FAN_OUT -> fan(steps(deliver));
            default -> deliver;
        };
    }

    /** One list is created for each group. */
    private static Work groups(Sink sink) {
        List<Object> group = new ArrayList<>(Variation.GROUP);
        return envelope -> {
            group.add(envelope.body);
            if (group.size() == Variation.GROUP) {
                sink.deliverAll(new Envelope(group), group);
                group.clear();
            }
        };
    }

    private static Work fan(Step... branches) {
        return envelope -> {
            for (int i = 0; i < Variation.FAN; i++) {
                branches[i].take(new Envelope(envelope.body));
            }
        };
    }

    @Override
    public void send(Object body) {
        if (lists) {
            for (Object part : (List<?>) body) {
                pass(part);
            }
        } else {
            pass(body);
        }
    }

    private void pass(Object body) {
        turn = (turn + 1) & 3;
        steps[turn].take(new Envelope(body));
    }

    @Override
    public void close() {}
}
