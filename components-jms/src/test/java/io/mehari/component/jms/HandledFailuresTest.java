package io.mehari.component.jms;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.RouteBuilder;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Law K11: what a client gets if the failure of its request was handled. */
class HandledFailuresTest extends OnBroker {
    private final AtomicInteger failed = new AtomicInteger();

    /** A way in which the failure of a request is handled. */
    enum Way {
        DEAD_LETTER_CHANNEL {
            @Override
            void add(RouteBuilder r, String from, Processor fails, Processor own) {
                r.from(from).errorHandler(deadLetterChannel("direct:dead")).process(fails);
                r.from("direct:dead").process(own);
            }
        },
        AFTER_A_CONVERSION {
            @Override
            void add(RouteBuilder r, String from, Processor fails, Processor own) {
                r.from(from)
                        .errorHandler(deadLetterChannel("direct:dead").useOriginalMessage())
                        .convertBodyTo(byte[].class)
                        .process(fails);
                r.from("direct:dead").process(own);
            }
        },
        HANDLED {
            @Override
            void add(RouteBuilder r, String from, Processor fails, Processor own) {
                r.onException(IllegalStateException.class).handled(true).process(own);
                r.from(from).process(fails);
            }
        },
        IN_THE_ROUTE_OF_A_QUEUE {
            @Override
            void add(RouteBuilder r, String from, Processor fails, Processor own) {
                r.from(from).to("seda:called").setBody(constant("next step"));
                HANDLED.add(r, "seda:called", fails, own);
            }
        };

        abstract void add(RouteBuilder r, String from, Processor fails, Processor own);
    }

    static Stream<Arguments> all() {
        return Stream.of("", "&transacted=true", "&asyncConsumer=true")
                .flatMap(options -> Stream.of(Way.values())
                        .flatMap(way -> Stream.of("", "sorry").map(own -> Arguments.of(way, own, options))));
    }

    private void request(String body) throws JMSException {
        Message message = session.createTextMessage(body);
        message.setJMSReplyTo(session.createQueue("replies"));
        send("in", message);
    }

    private void fail(Exchange exchange) {
        if (exchange.getBody(String.class).equals("good")) {
            exchange.setBody("done");
            return;
        }
        failed.incrementAndGet();
        throw new IllegalStateException("on purpose");
    }

    /** Who handles the failure has the message, so the broker does not deliver it again. */
    @ParameterizedTest(name = "{0}, own: {1} {2}")
    @MethodSource("all")
    void k11_aRequestWhoseFailureWasHandledWithoutABodyGetsNoReply(Way way, String own, String options)
            throws Exception {
        context.addRoutes(r -> way.add(r, "jms:in?concurrentConsumers=1" + options, this::fail, exchange -> {
            if (!own.isEmpty()) {
                exchange.setBody(own);
            }
        }));
        context.start();
        request("bad");
        await("it has failed", () -> failed.get() > 0);
        if (!own.isEmpty()) {
            assertThat(receive("replies").getBody(String.class)).isEqualTo(own);
        }
        await("it is acknowledged", () -> broker.messages("in") == 0 && broker.delivering("in") == 0);
        request("good");
        Message next = receive("replies");
        assertThat(next.getBody(String.class)).isEqualTo(way == Way.IN_THE_ROUTE_OF_A_QUEUE ? "next step" : "done");
        assertThat(failed).hasValue(1);
        assertThat(broker.messages(Broker.DEAD_LETTERS)).isZero();
    }
}
