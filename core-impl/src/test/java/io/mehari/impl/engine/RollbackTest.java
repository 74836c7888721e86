package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RollbackExchangeException;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rollback that a doCatch catches stays the failure of the exchange; a rollback that an error handler handles does
 * not. As in Camel.
 */
class RollbackTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<String> journal = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange send(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
        Exchange sent = template.send("direct:a", exchange -> exchange.setBody("body"));
        assertThat(context.stats().inflight()).as("under way").isZero();
        return sent;
    }

    private Processor note(String text) {
        return exchange -> journal.add(text);
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("step");
    }

    private static void assertRolledBack(Exchange sent) {
        assertThat(sent.getException()).isInstanceOf(RollbackExchangeException.class);
        assertThat(sent.isRollbackOnly()).isTrue();
    }

    // ---- doTry

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCatchRunsAndTheExchangeFails(boolean later) throws Exception {
        Exchange sent = send(r -> {
            r.from("direct:later").delay(1).process(exchange -> {});
            r.from("direct:now").process(exchange -> {});
            r.from("direct:a")
                    .doTry()
                    .rollback("undo")
                    .doCatch(Exception.class)
                    .to(later ? "direct:later" : "direct:now")
                    .process(note("catch"))
                    .process(note("all of it"))
                    .doFinally()
                    .process(note("finally"))
                    .end()
                    .process(note("after"));
        });
        assertRolledBack(sent);
        assertThat(journal).containsExactly("catch", "all of it", "finally");
        assertThat(sent.getProperty(Exchange.EXCEPTION_CAUGHT)).isSameAs(sent.getException());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void soItIsWithARouteThatIsCalled(boolean alone) throws Exception {
        Exchange sent = send(r -> {
            if (alone) {
                r.errorHandler(noErrorHandler());
            }
            r.from("direct:a").to("direct:b").process(note("after a"));
            r.from("direct:b")
                    .doTry()
                    .to("direct:c")
                    .doCatch(Exception.class)
                    .process(note("catch"))
                    .end()
                    .process(note("after b"));
            r.from("direct:c").rollback("undo").process(note("after c"));
        });
        assertRolledBack(sent);
        assertThat(journal).containsExactly("catch");
    }

    @Test
    void anOuterCatchSeesItToo() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .doTry()
                .doTry()
                .rollback("undo")
                .doCatch(Exception.class)
                .process(note("inner"))
                .end()
                .process(note("between"))
                .endDoTry()
                .doCatch(Exception.class)
                .process(note("outer"))
                .end()
                .process(note("after")));
        assertRolledBack(sent);
        assertThat(journal).containsExactly("inner", "outer");
    }

    @Test
    void aFailureThatWasCaughtWithinTheCatchChangesNothing() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .doTry()
                .rollback("undo")
                .doCatch(RollbackExchangeException.class)
                .doTry()
                .process(RollbackTest::fail)
                .doCatch(IllegalStateException.class)
                .process(note("inner"))
                .end()
                .process(note("catch")));
        assertRolledBack(sent);
        assertThat(journal).containsExactly("inner", "catch");
    }

    @Test
    void aCatchThatFailsIsSuppressed() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .doTry()
                .rollback("undo")
                .doCatch(Exception.class)
                .process(RollbackTest::fail));
        assertRolledBack(sent);
        assertThat(sent.getException().getSuppressed()).hasSize(1);
    }

    @Test
    void aPartThatIsRolledBackFailsTheWhole() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .split(body())
                .doTry()
                .rollback("undo")
                .doCatch(Exception.class)
                .process(note("catch"))
                .end()
                .process(note("after the part"))
                .end()
                .process(note("after")));
        assertThat(sent.getException()).isInstanceOf(RollbackExchangeException.class);
        assertThat(journal).containsExactly("catch");
    }

    @Test
    void theExceptionAloneMarksNothing() throws Exception {
        Exchange sent = send(r -> r.from("direct:a")
                .doTry()
                .process(exchange -> {
                    throw new RollbackExchangeException("unmarked", exchange);
                })
                .doCatch(RollbackExchangeException.class)
                .process(note("catch"))
                .end()
                .process(note("after")));
        assertThat(sent.getException()).isNull();
        assertThat(journal).containsExactly("catch", "after");
    }

    // ---- error handlers

    @Test
    void onceHandledNothingIsRolledBack() throws Exception {
        Exchange sent = send(r -> {
            r.onException(RollbackExchangeException.class).handled(true).process(note("clause"));
            r.from("direct:a").rollback("undo").process(note("after"));
        });
        assertThat(sent.getException()).isNull();
        assertThat(sent.isRollbackOnly()).isFalse();
        assertThat(journal).containsExactly("clause");
    }

    @Test
    void aClauseMayMarkItAnew() throws Exception {
        Exchange sent = send(r -> {
            r.onException(IllegalStateException.class).handled(true).markRollbackOnly();
            r.from("direct:a").process(RollbackTest::fail);
        });
        assertThat(sent.getException()).isNull();
        assertThat(sent.isRollbackOnly()).isTrue();
    }

    @Test
    void itStaysMarkedWhereTheClauseDoesNotHandleIt() throws Exception {
        Exchange sent = send(r -> {
            r.onException(RollbackExchangeException.class).process(note("clause"));
            r.from("direct:a").rollback("undo");
        });
        assertRolledBack(sent);
        assertThat(journal).containsExactly("clause");
    }

    @Test
    void aDeadLetterIsNotRolledBack() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.from("direct:a").rollback("back");
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(sent.getException()).isNull();
        assertThat(sent.isRollbackOnly()).isFalse();
        assertThat(journal).containsExactly("dead");
    }

    @Test
    void whatACatchHasSeenMayBeADeadLetter() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.from("direct:a").to("direct:b").process(note("after a"));
            r.from("direct:b")
                    .errorHandler(noErrorHandler())
                    .doTry()
                    .rollback("undo")
                    .doCatch(Exception.class)
                    .process(note("catch"));
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(sent.getException()).isNull();
        assertThat(sent.isRollbackOnly()).isFalse();
        assertThat(journal).containsExactly("catch", "dead");
    }
}
