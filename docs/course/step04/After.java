package step04;

import course.Fact;
import course.Ids;
import course.UnitOfWork;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Fields for the facts that most messages have; the other facts are stored as properties. */
@SuppressWarnings("UnusedVariable") // fields that a framework would use
final class After {

    private After() {}

    // region exchange
    abstract static class Message {
        final Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Object body;
    }

    static final class Exchange extends Message {
        final Object context;
        final String id = Ids.next();
        final long created = System.currentTimeMillis();
        final Map<String, Object> properties = new HashMap<>();
        final UnitOfWork unitOfWork = new UnitOfWork(this);
        int flags; // answerExpected, redelivered, rollbackOnly, routeStop, ...
        int redeliveryCounter;
        int splitIndex; // this and the next two: the value + 1, and 0 for none
        int splitSize;
        int loopIndex;
        Object fromEndpoint;
        String fromRouteId;
        Object historyNode;
        Throwable exception;

        Exchange(Object context) {
            this.context = context;
        }

        Message message() {
            return this;
        }

        /** Returns a fact by its constant. */
        Object fact(Fact fact) {
            return switch (fact) {
                case SPLIT_INDEX -> boxed(splitIndex);
                case SPLIT_SIZE -> boxed(splitSize);
                case LOOP_INDEX -> boxed(loopIndex);
                default -> properties.get(fact.name());
            };
        }

        void setFact(Fact fact, Object value) {
            switch (fact) {
                case SPLIT_INDEX -> splitIndex = (int) value + 1;
                case SPLIT_SIZE -> splitSize = (int) value + 1;
                case LOOP_INDEX -> loopIndex = (int) value + 1;
                default -> properties.put(fact.name(), value);
            }
        }

        private static Object boxed(int stored) {
            return stored == 0 ? null : Integer.valueOf(stored - 1);
        }
    }
    // endregion
}
