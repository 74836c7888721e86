package mine;

import course.Checks;
import course.Fact;
import course.Stage;
import org.junit.jupiter.api.Test;

/** Compares your exchange with what the steps ask; {@code ./course mine} runs it. */
class MyExchangeTest {

    private static final int STEP = Integer.getInteger("course.step", 20);

    @Test
    void itDoesWhatTheStepsAsk() {
        Checks<MyExchange> checks =
                new Checks<>(new Mine(), new Checks.Exercises(step13.Exercise::new, step14.Exercise::new));
        try {
            checks.run(STEP);
        } finally {
            checks.writeCosts("mine", STEP);
        }
    }

    private static final class Mine implements Stage<MyExchange> {

        @Override
        public MyExchange create(Object body) {
            return new MyExchange(body);
        }

        @Override
        public Object getBody(MyExchange exchange) {
            return exchange.getBody();
        }

        @Override
        public String id(MyExchange exchange) {
            return exchange.id();
        }

        @Override
        public void setHeader(MyExchange exchange, String name, Object value) {
            exchange.setHeader(name, value);
        }

        @Override
        public Object getHeader(MyExchange exchange, String name) {
            return exchange.getHeader(name);
        }

        @Override
        public void setProperty(MyExchange exchange, String name, Object value) {
            exchange.setProperty(name, value);
        }

        @Override
        public Object getProperty(MyExchange exchange, String name) {
            return exchange.getProperty(name);
        }

        @Override
        public Object getFact(MyExchange exchange, Fact fact) {
            return exchange.getFact(fact);
        }

        @Override
        public void setFact(MyExchange exchange, Fact fact, Object value) {
            exchange.setFact(fact, value);
        }

        @Override
        public int splitIndex(MyExchange exchange) {
            return exchange.splitIndex();
        }

        @Override
        public void addCompletion(MyExchange exchange, Runnable completion) {
            exchange.addCompletion(completion);
        }

        @Override
        public void done(MyExchange exchange) {
            exchange.done();
        }

        @Override
        public MyExchange copy(MyExchange exchange) {
            return exchange.copy();
        }

        @Override
        public void reset(MyExchange exchange) {
            exchange.reset();
        }
    }
}
