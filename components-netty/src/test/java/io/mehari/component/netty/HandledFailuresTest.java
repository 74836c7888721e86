package io.mehari.component.netty;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.net.Socket;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Law K11: what a client gets if the failure of its request was handled. */
class HandledFailuresTest {
    private static final String REQUEST = "two boxes of dates";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private int port;

    @BeforeEach
    void begin() throws Exception {
        port = Ports.free();
    }

    @AfterEach
    void end() {
        context.close();
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("on purpose");
    }

    // ---- what is tested: ways to handle, transports, and what who handles it sets

    /** A way in which the failure of a request is handled. */
    enum Way {
        DEAD_LETTER_CHANNEL {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from).errorHandler(deadLetterChannel("direct:dead")).process(HandledFailuresTest::fail);
                r.from("direct:dead").process(own);
            }
        },
        DEAD_LETTERS_IN_A_QUEUE {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from)
                        .errorHandler(deadLetterChannel("seda:dead").onPrepareFailure(own))
                        .process(HandledFailuresTest::fail);
                r.from("seda:dead").setBody(constant("of the dead letter"));
            }
        },
        DEAD_LETTERS_THAT_ARE_LOST {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from).errorHandler(deadLetterChannel("direct:dead")).process(HandledFailuresTest::fail);
                r.from("direct:dead")
                        .errorHandler(noErrorHandler())
                        .process(own)
                        .process(HandledFailuresTest::fail);
            }
        },
        AFTER_A_CONVERSION {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from)
                        .errorHandler(deadLetterChannel("direct:dead"))
                        .convertBodyTo(String.class)
                        .setHeader(NettyConstants.HTTP_RESPONSE_CODE, constant(201))
                        .process(HandledFailuresTest::fail);
                r.from("direct:dead").process(own);
            }
        },
        WITH_THE_ORIGINAL_MESSAGE {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from)
                        .errorHandler(deadLetterChannel("direct:dead").useOriginalMessage())
                        .setBody(constant("half done"))
                        .process(HandledFailuresTest::fail);
                r.from("direct:dead").process(own);
            }
        },
        WITH_A_READER {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from).to("seda:orders");
                r.from("seda:orders")
                        .errorHandler(deadLetterChannel("direct:dead"))
                        .setBody(exchange -> new StringReader(exchange.getBody(String.class)))
                        .process(HandledFailuresTest::fail);
                r.from("direct:dead").process(own);
            }
        },
        HANDLED {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.onException(IllegalStateException.class).handled(true).process(own);
                r.from(from).process(HandledFailuresTest::fail);
            }
        },
        HANDLED_WITH_THE_ORIGINAL_MESSAGE {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.onException(IllegalStateException.class)
                        .handled(true)
                        .useOriginalMessage()
                        .process(own);
                r.from(from).setBody(constant("half done")).process(HandledFailuresTest::fail);
            }
        },
        HANDLED_AFTER_A_WAIT {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.onException(IllegalStateException.class)
                        .handled(true)
                        .delay(1)
                        .process(own);
                r.from(from).delay(1).process(HandledFailuresTest::fail);
            }
        },
        HANDLED_BY_WHAT_THE_CLAUSE_CALLS {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.onException(IllegalStateException.class).continued(true).to("direct:notify");
                r.from(from).process(HandledFailuresTest::fail).setBody(constant("not reached"));
                r.from("direct:notify")
                        .errorHandler(deadLetterChannel("direct:dead"))
                        .process(exchange -> {
                            throw new java.io.IOException("on purpose");
                        });
                r.from("direct:dead").process(own);
            }
        },
        IN_A_CALLED_ROUTE {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from).to("direct:called").setBody(constant("not reached"));
                DEAD_LETTER_CHANNEL.add(r, "direct:called", own);
            }
        },
        IN_THE_ROUTE_OF_A_QUEUE {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from).to("seda:called").setBody(constant("not reached"));
                DEAD_LETTER_CHANNEL.add(r, "seda:called", own);
            }
        },
        IN_A_TRY_AROUND_A_QUEUE {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from)
                        .doTry()
                        .to("seda:called")
                        .doCatch(Exception.class)
                        .setBody(constant("not caught"))
                        .doFinally()
                        .setHeader("seen", constant(true))
                        .end();
                DEAD_LETTER_CHANNEL.add(r, "seda:called", own);
            }
        },
        WITH_AN_ON_COMPLETION {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.onException(IllegalStateException.class).handled(true).process(own);
                r.from(from)
                        .onCompletion()
                        .setHeader("seen", constant(true))
                        .end()
                        .process(HandledFailuresTest::fail);
            }
        },
        IN_A_MULTICAST {
            @Override
            void add(RouteBuilder r, String from, Processor own) {
                r.from(from).multicast().to("direct:called").end().setBody(constant("not reached"));
                DEAD_LETTER_CHANNEL.add(r, "direct:called", own);
            }
        };

        abstract void add(RouteBuilder r, String from, Processor own);
    }

    enum Own {
        NOTHING,
        BODY,
        STATUS,
        BOTH,
        /** As any text would do, even that of the request. */
        EQUAL_BODY;

        void set(Exchange exchange) {
            if (this == BODY || this == BOTH) {
                exchange.setBody("sorry");
            } else if (this == EQUAL_BODY) {
                exchange.setBody(String.valueOf(REQUEST.toCharArray()));
            }
            if (this == STATUS || this == BOTH) {
                exchange.setHeader(NettyConstants.HTTP_RESPONSE_CODE, 409);
            }
        }
    }

    private String http(String options) {
        return "netty-http:http://localhost:" + port + "/orders" + options;
    }

    private String tcp() {
        return "netty:tcp://localhost:" + port + "?textline=true";
    }

    private HttpFixtures.Parsed post() throws Exception {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(HttpFixtures.request("POST", "/orders", REQUEST, Map.of()));
            return HttpFixtures.read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    /** Null if the connection is closed instead. */
    private String sendLine() throws Exception {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write((REQUEST + "\n").getBytes(UTF_8));
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
        }
    }

    // ---- HTTP

    static Stream<Arguments> overHttp() {
        return Stream.of("", "?disableStreamCache=true")
                .flatMap(options -> Stream.of(Way.values())
                        .flatMap(way -> Stream.of(Own.values()).map(own -> Arguments.of(way, own, options))));
    }

    @ParameterizedTest(name = "{0}, own: {1} {2}")
    @MethodSource("overHttp")
    void k11_aRequestWhoseFailureWasHandledWithoutAnAnswerIsAnswered500(Way way, Own own, String options)
            throws Exception {
        context.addRoutes(r -> way.add(r, http(options), own::set));
        context.start();
        HttpFixtures.Parsed answer = post();
        if (way == Way.DEAD_LETTERS_THAT_ARE_LOST) {
            assertThat(answer.status()).as("the message is lost").isEqualTo(500);
            assertThat(answer.body()).isEmpty();
            return;
        }
        int stale = way == Way.AFTER_A_CONVERSION ? 201 : 200;
        switch (own) {
            case NOTHING -> {
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.headers()).containsEntry("content-length", "0");
                assertThat(answer.body()).isEmpty();
            }
            case BODY -> {
                assertThat(answer.status()).isEqualTo(stale);
                assertThat(answer.body()).isEqualTo("sorry");
            }
            case STATUS -> {
                assertThat(answer.status()).isEqualTo(409);
                assertThat(answer.body()).as("the request's own").isEmpty();
            }
            case BOTH -> {
                assertThat(answer.status()).isEqualTo(409);
                assertThat(answer.body()).isEqualTo("sorry");
            }
            case EQUAL_BODY -> {
                assertThat(answer.status()).isEqualTo(stale);
                assertThat(answer.body()).isEqualTo(REQUEST);
            }
        }
    }

    @Test
    void k11_aStatusThatAnotherServerHasAnsweredIsNotThatOfAClause() throws Exception {
        int other = Ports.free();
        context.addRoutes(r -> {
            r.from("netty-http:http://localhost:" + other + "/prices").setBody(constant("12"));
            r.onException(IllegalStateException.class).handled(true).log("no");
            r.from(http(""))
                    .to("netty-http:http://localhost:" + other + "/prices")
                    .process(HandledFailuresTest::fail);
        });
        context.start();
        assertThat(post().status()).isEqualTo(500);
    }

    @Test
    void k11_aPartThatFailsForTheWholeIsAFailureOfTheWhole() throws Exception {
        context.addRoutes(r -> {
            r.from(http(""))
                    .split(body())
                    .shareUnitOfWork()
                    .to("direct:called")
                    .end()
                    .setBody(constant("not reached"));
            Way.HANDLED.add(r, "direct:called", Own.NOTHING::set);
        });
        context.start();
        assertThat(post().status()).isEqualTo(500);
    }

    // ---- TCP

    static Stream<Arguments> overTcp() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.of(Own.NOTHING, Own.BODY, Own.EQUAL_BODY).map(own -> Arguments.of(way, own)));
    }

    @ParameterizedTest(name = "{0}, own: {1}")
    @MethodSource("overTcp")
    void k11_aMessageWhoseFailureWasHandledWithoutABodyGetsNoReply(Way way, Own own) throws Exception {
        context.addRoutes(r -> way.add(r, tcp(), own::set));
        context.start();
        boolean isLost = way == Way.DEAD_LETTERS_THAT_ARE_LOST;
        String expected = isLost ? null : own == Own.BODY ? "sorry" : own == Own.EQUAL_BODY ? REQUEST : null;
        assertThat(sendLine()).isEqualTo(expected);
    }

    // ---- what is no failure of the request

    enum Success {
        REDELIVERED {
            @Override
            void add(RouteBuilder r, String from) {
                r.errorHandler(
                        deadLetterChannel("direct:dead").maximumRedeliveries(1).redeliveryDelay(1));
                r.from(from).process(exchange -> {
                    if (exchange.getHeader(Exchange.REDELIVERED) == null) {
                        fail(exchange);
                    }
                });
                r.from("direct:dead").process(exchange -> {});
            }
        },
        CONTINUED {
            @Override
            void add(RouteBuilder r, String from) {
                r.onException(IllegalStateException.class).continued(true);
                r.from(from).process(HandledFailuresTest::fail);
            }
        },
        CAUGHT {
            @Override
            void add(RouteBuilder r, String from) {
                r.from(from)
                        .doTry()
                        .process(HandledFailuresTest::fail)
                        .doCatch(Exception.class)
                        .log("no")
                        .end();
            }
        },
        STOPPED {
            @Override
            void add(RouteBuilder r, String from) {
                r.from(from).stop();
            }
        },
        A_PART {
            @Override
            void add(RouteBuilder r, String from) {
                r.from(from).split(body()).to("direct:part").end();
                Way.HANDLED.add(r, "direct:part", exchange -> {});
            }
        },
        A_COPY {
            @Override
            void add(RouteBuilder r, String from) {
                r.from(from).wireTap("direct:tap").to(ExchangePattern.InOnly, "seda:tap");
                Way.HANDLED.add(r, "direct:tap", exchange -> {});
                r.from("seda:tap").process(HandledFailuresTest::fail);
            }
        };

        abstract void add(RouteBuilder r, String from);
    }

    @ParameterizedTest
    @EnumSource
    void k11_whatIsNoFailureOfTheRequestIsAnsweredAsBefore(Success success) throws Exception {
        context.addRoutes(r -> success.add(r, http("")));
        context.start();
        HttpFixtures.Parsed answer = post();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(REQUEST);
    }

    @Test
    void k11_aTemplateGetsTheMessageAsItWasHandled() throws Exception {
        context.addRoutes(r -> Way.IN_THE_ROUTE_OF_A_QUEUE.add(r, "direct:orders", Own.NOTHING::set));
        context.start();
        assertThat(context.createProducerTemplate().requestBody("direct:orders", REQUEST))
                .isEqualTo(REQUEST);
    }

    // ---- what is logged

    @Test
    void s6_theFirstSuchAnswerIsLoggedWithWhereTheFailureWas() throws Exception {
        context.addRoutes(r -> {
            r.from(http("")).routeId("shop").to("seda:called");
            r.from("seda:called")
                    .routeId("booking")
                    .errorHandler(deadLetterChannel("log:dead?level=OFF"))
                    .process(HandledFailuresTest::fail);
        });
        context.start();
        try (Warnings warnings = new Warnings()) {
            post();
            post();
            assertThat(warnings.text().lines().filter(each -> each.contains("MH-69")))
                    .singleElement()
                    .asString()
                    .startsWith("Route shop from netty-http:http://localhost:" + port + "/orders: a request is"
                            + " answered with 500 [MH-69], since no body or status was set when its failure was handled"
                            + " in route \"booking\", step 1 (process): ")
                    .contains("java.lang.IllegalStateException: on purpose");
            assertThat(warnings.text())
                    .contains("Route booking, step 1 (process): a message went to the dead letter endpoint"
                            + " log:dead?level=OFF, and its sender gets no exception [MH-68]");
        }
    }

    @Test
    void theWarningOfAReplyThatCannotBeSentDoesNotBlameTheRouteOfAnEarlierFailure() throws Exception {
        context.addRoutes(r -> {
            r.from(http("")).routeId("shop").to("seda:called");
            Way.HANDLED.add(r, "seda:called", exchange -> exchange.setBody(new Object()));
        });
        context.start();
        try (Warnings warnings = new Warnings()) {
            assertThat(post().status()).isEqualTo(500);
            assertThat(warnings.text()).contains("a request failed, ").doesNotContain("a request failed in route");
        }
    }
}
