package io.mehari.differential.camel;

import io.mehari.differential.CamelMemory;
import io.mehari.differential.Interpreter;
import io.mehari.differential.Journal;
import io.mehari.differential.Plan;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.Processor;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.jspecify.annotations.Nullable;

/** The routes of a case, and the methods that their text calls in addition to the DSL. */
public final class CaseRoutes extends RouteBuilder {
    private final Plan plan;
    private final String name;
    private final Journal journal;
    private final Interpreter interpreter;

    CaseRoutes(Plan plan, String name, Journal journal, Interpreter interpreter) {
        this.plan = plan;
        this.name = name;
        this.journal = journal;
        this.interpreter = interpreter;
    }

    @Override
    public void configure() throws Exception {
        for (var each : plan.statements()) {
            try {
                interpreter.run(this, each, name);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A step that records in the journal that it runs, and fails if the case requires it. */
    public Processor step(String step) {
        return exchange -> {
            Throwable failure =
                    journal.run(step, Texts.value(exchange.getMessage().getBody(), name));
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw (Exception) failure;
            }
        };
    }

    /** A step that adds one to a property. */
    public Processor count(String property) {
        return exchange -> {
            Integer before = exchange.getProperty(property, Integer.class);
            exchange.setProperty(property, before == null ? 1 : before + 1);
        };
    }

    /**
     * Camel remembers that the error handler of a called route has seen a failure, even after a doCatch has caught it.
     * Then no error handler sees a later failure. This step makes Camel forget it. Mehari forgets it without this step,
     * so the step does nothing there, in order not to hide a fault of Mehari.
     */
    public Processor forget() {
        return CamelMemory::forgetFailure;
    }

    /** Whether a step has been retried fewer times than the maximum. */
    public Predicate retries(int most) {
        return exchange -> {
            Integer counter = exchange.getMessage().getHeader(Exchange.REDELIVERY_COUNTER, Integer.class);
            if (counter == null) {
                counter = exchange.getProperty(Exchange.REDELIVERY_COUNTER, Integer.class);
            }
            return counter == null || counter < most;
        };
    }

    public Predicate retries(int most, Predicate other) {
        Predicate few = retries(most);
        return exchange -> few.matches(exchange) && other.matches(exchange);
    }

    /** A predicate where the DSL has the same method for expressions, which a value builder is, too. */
    public Predicate when(Predicate predicate) {
        return predicate;
    }

    public Exception failure(Class<? extends Exception> type) {
        return (Exception) Journal.failure(type, "thrown");
    }

    /** Joins bodies with a plus. An exchange keeps its exception. */
    public AggregationStrategy join() {
        return (old, next) -> old == null ? next : joined(old, next);
    }

    private static Exchange joined(Exchange old, @Nullable Exchange next) {
        if (next != null) {
            old.getMessage()
                    .setBody(old.getMessage().getBody(String.class) + "+"
                            + next.getMessage().getBody(String.class));
        }
        return old;
    }

    /** Fails for the second message. */
    public AggregationStrategy failing() {
        return (old, next) -> {
            if (old == null) {
                return next;
            }
            throw new IllegalStateException(Journal.TEXT + ": strategy");
        };
    }

    public AggregationStrategy latest() {
        return AggregationStrategies.useLatest();
    }

    public AggregationStrategy original() {
        return AggregationStrategies.useOriginal();
    }

    /** A plain list, because the list of Camel has a different text. */
    @SuppressWarnings("NullAway") // Camel and Mehari allow null in different places
    public AggregationStrategy grouped() {
        AggregationStrategy grouping = AggregationStrategies.groupedBody();
        return new AggregationStrategy() {
            @Override
            public Exchange aggregate(@Nullable Exchange old, Exchange next) {
                return grouping.aggregate(old, next);
            }

            // Camel calls this method in an aggregator
            @SuppressWarnings("MissingOverride") // Mehari has no such method to override
            public void onCompletion(Exchange exchange) {
                onCompletion(exchange, null);
            }

            @Override
            public void onCompletion(@Nullable Exchange exchange, @Nullable Exchange input) {
                grouping.onCompletion(exchange, input);
                if (exchange != null && exchange.getMessage().getBody() instanceof List<?> list) {
                    exchange.getMessage().setBody(new ArrayList<>(list));
                }
            }
        };
    }

    public AggregationStrategy groupedBody() {
        return AggregationStrategies.groupedBody();
    }

    public AggregationStrategy string() {
        return AggregationStrategies.string("/");
    }

    public IdempotentRepository repository() {
        return MemoryIdempotentRepository.memoryIdempotentRepository(100);
    }
}
