package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.PredicateExceptionFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The steps of {@link ProcessorDefinition} that take a value, without the value: it comes after the step, as in {@code
 * setBody().constant("x")}.
 */
abstract class Clauses<T> {

    Clauses() {}

    abstract T setBody(Expression value);

    abstract T setHeader(String name, Expression value);

    abstract T setProperty(String name, Expression value);

    abstract T validate(Predicate predicate);

    abstract T validate(Predicate predicate, @Nullable PredicateExceptionFactory exceptions);

    abstract FilterDefinition filter(Predicate predicate);

    abstract SplitDefinition split(Expression parts);

    abstract LoopDefinition loop(Expression count);

    abstract LoopDefinition loopDoWhile(Predicate predicate);

    abstract DelayDefinition delay(Expression millis);

    abstract ThrottleDefinition throttle(Expression maximum);

    abstract RecipientListDefinition recipientList(Expression recipients);

    abstract EnrichDefinition enrich(Expression uri);

    abstract PollEnrichDefinition pollEnrich(Expression uri);

    abstract IdempotentConsumerDefinition idempotentConsumer(Expression key);

    abstract AggregateDefinition aggregate(Expression key);

    private static <R> ExpressionClause<R> clause(Function<ValueBuilder, R> step) {
        return new ExpressionClause<>(step);
    }

    public final ExpressionClause<T> setBody() {
        return clause(this::setBody);
    }

    /** Same as {@link #setBody()}. */
    public final ExpressionClause<T> transform() {
        return setBody();
    }

    public final ExpressionClause<T> setHeader(String name) {
        Given.check(name, "setHeader", "name", Given.NAME);
        return clause(value -> setHeader(name, value));
    }

    public final ExpressionClause<T> setProperty(String name) {
        Given.check(name, "setProperty", "name", Given.NAME);
        return clause(value -> setProperty(name, value));
    }

    public final ExpressionClause<T> validate() {
        return clause(this::validate);
    }

    /** Like {@link #validate()}; a message that does not match fails with an exception of this factory. */
    public final ExpressionClause<T> validate(PredicateExceptionFactory exceptions) {
        Given.check(exceptions, "validate", "exceptions", "a PredicateExceptionFactory");
        return clause(value -> {
            Given.check(value, "validate", "predicate", Given.PREDICATE);
            return validate(value, exceptions);
        });
    }

    public final ExpressionClause<FilterDefinition> filter() {
        return clause(this::filter);
    }

    public final ExpressionClause<SplitDefinition> split() {
        return clause(this::split);
    }

    public final ExpressionClause<LoopDefinition> loop() {
        return clause(this::loop);
    }

    public final ExpressionClause<LoopDefinition> loopDoWhile() {
        return clause(this::loopDoWhile);
    }

    public final ExpressionClause<DelayDefinition> delay() {
        return clause(this::delay);
    }

    public final ExpressionClause<ThrottleDefinition> throttle() {
        return clause(this::throttle);
    }

    public final ExpressionClause<RecipientListDefinition> recipientList() {
        return clause(this::recipientList);
    }

    public final ExpressionClause<EnrichDefinition> enrich() {
        return clause(this::enrich);
    }

    public final ExpressionClause<PollEnrichDefinition> pollEnrich() {
        return clause(this::pollEnrich);
    }

    public final ExpressionClause<IdempotentConsumerDefinition> idempotentConsumer() {
        return clause(this::idempotentConsumer);
    }

    public final ExpressionClause<AggregateDefinition> aggregate() {
        return clause(this::aggregate);
    }

    public final ExpressionClause<AggregateDefinition> aggregate(AggregationStrategy strategy) {
        Given.check(strategy, "aggregate", "strategy", Given.STRATEGY);
        return clause(key -> aggregate(key).aggregationStrategy(strategy));
    }
}
