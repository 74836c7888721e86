package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.impl.MemoryIdempotentRepository.memoryIdempotentRepository;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.NoMessageIdException;
import io.mehari.builder.IdempotentConsumerDefinition;
import io.mehari.impl.MemoryIdempotentRepository;
import io.mehari.impl.exchange.PooledContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that come a second time, and what is remembered of those that failed. */
class IdempotentTest {

    private final PooledContext mehari = new PooledContext(true);
    private final MemoryIdempotentRepository keys = memoryIdempotentRepository();
    private final List<String> journal = new ArrayList<>();
    private boolean suspending;

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private io.mehari.Processor step(io.mehari.Processor work) {
        return suspending ? mehari.elsewhere.run(work) : work;
    }

    /** A block that fails if the body says so, and a step after the block that does the same. */
    private void route(UnaryOperator<IdempotentConsumerDefinition> options) throws Exception {
        mehari.routes(r -> options.apply(r.from("direct:a").idempotentConsumer(header("id"), keys))
                .process(step(exchange -> {
                    journal.add("block" + (exchange.getProperty(Exchange.DUPLICATE_MESSAGE) == null ? "" : " twice"));
                    if ("fail".equals(exchange.getBody())) {
                        throw new IllegalStateException("block");
                    }
                }))
                .end()
                .process(exchange -> {
                    journal.add("after");
                    if ("fail after".equals(exchange.getBody())) {
                        throw new IllegalStateException("after");
                    }
                }));
    }

    private PooledContext.Outcome send(@Nullable Object body, @Nullable Object id) {
        return mehari.send(exchange -> {
            exchange.setBody(body);
            exchange.setHeader("id", id);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDuplicateSkipsTheBlockAndSaysSo(boolean suspends) throws Exception {
        suspending = suspends;
        route(block -> block);

        assertThat(send("x", 1).properties()).doesNotContainKey(Exchange.DUPLICATE_MESSAGE);
        assertThat(send("x", 1).properties()).containsEntry(Exchange.DUPLICATE_MESSAGE, true);
        send("x", "");
        assertThat(journal).containsExactly("block", "after", "after", "block", "after");
        assertThat(keys.contains("1")).isTrue();
    }

    @Test
    void aDuplicateMayRunTheBlock() throws Exception {
        route(block -> block.skipDuplicate(false));

        send("x", 1);
        send("x", 1);
        assertThat(journal).containsExactly("block", "after", "block twice", "after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "fail after"})
    void theKeyOfAMessageThatFailedIsForgotten(String body) throws Exception {
        route(block -> block);

        assertThat(send(body, 1).failure()).isNotNull();
        assertThat(keys.getCacheSize()).isZero();
    }

    @Test
    void theKeyOfAMessageThatFailedMayStay() throws Exception {
        route(block -> block.removeOnFailure(false));

        send("fail", 1);
        assertThat(keys.contains("1")).isTrue();
    }

    @Test
    void aKeyThatIsAddedAtTheEndIsNotAddedAfterAFailure() throws Exception {
        route(block -> block.eager(false).removeOnFailure(false));

        send("fail", 1);
        assertThat(keys.contains("1")).isFalse();
    }

    @Test
    void aFailureThatIsHandledForgetsTheKeyToo() throws Exception {
        mehari.routes(r -> {
            r.onException(IllegalStateException.class).handled(true).process(exchange -> journal.add("clause"));
            r.from("direct:a").idempotentConsumer(header("id"), keys).throwException(new IllegalStateException("no"));
        });

        assertThat(send("x", 1).failure()).isNull();
        assertThat(keys.getCacheSize()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEagerKeyCountsBeforeItsMessageIsDone(boolean eager) throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .idempotentConsumer(header("id"), keys)
                .eager(eager)
                .process(exchange -> journal.add("block"))
                .filter(exchange -> journal.size() == 1)
                .process(exchange -> send("x", 1)));

        send("x", 1);
        assertThat(journal).hasSize(eager ? 1 : 2);
        assertThat(keys.contains("1")).isTrue();
    }

    @Test
    void aMessageWithoutAKeyFails() throws Exception {
        route(block -> block);

        assertThat(send("x", null).failure())
                .isInstanceOf(NoMessageIdException.class)
                .as("as in Camel, where a clause for it catches this too")
                .isInstanceOf(RuntimeException.class)
                .hasMessageStartingWith("No message ID could be found using expression ")
                .hasMessageEndingWith(": it must have a value for every message");
        assertThat(journal).isEmpty();
    }

    // ---- the repository

    @Test
    void theOldestKeyIsForgottenFirst() {
        MemoryIdempotentRepository two = memoryIdempotentRepository(2);

        assertThat(two.add("1")).isTrue();
        assertThat(two.add("2")).isTrue();
        assertThat(two.add("2")).isFalse();
        assertThat(two.add("3")).isTrue();
        assertThat(two.contains("1")).isFalse();
        assertThat(two.confirm("2")).isTrue();
        assertThat(two.remove("2")).isTrue();
        assertThat(two.remove("2")).isFalse();
        two.clear();
        assertThat(two.getCacheSize()).isZero();
    }

    @Test
    void aRepositoryHasRoom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> memoryIdempotentRepository(0))
                .withMessage("The size of an idempotent repository must be at least 1, not 0");
    }
}
