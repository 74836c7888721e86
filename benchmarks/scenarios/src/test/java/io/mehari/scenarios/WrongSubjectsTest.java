package io.mehari.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A peer that does not do all of the work has no figures, no matter which part is missing. */
class WrongSubjectsTest {
    /** A small number, so that this message is always reached. */
    private static final int SOME = 20;

    /** Introduces an error into the work of a peer, between the peer and the sink. */
    private abstract static class Wrong extends Sink {
        final Sink sink;
        int count;

        Wrong(Sink sink) {
            this.sink = sink;
        }

        @Override
        public synchronized void deliver(Object carrier, Object body) {
            count++;
            deliverWrongly(carrier, body);
        }

        abstract void deliverWrongly(Object carrier, Object body);
    }

    private interface Flaw {
        Wrong of(Sink sink);
    }

    /** The peer, whose messages pass through the error before they reach the sink. */
    private static final class Flawed implements Subject {
        private final Subject peer;
        private final Flaw flaw;

        Flawed(String peer, Flaw flaw) {
            this.peer = Contender.of(peer).maker().get();
            this.flaw = flaw;
        }

        @Override
        public void start(Variation variation, Sink sink) throws Exception {
            peer.start(variation, flaw.of(sink));
        }

        @Override
        public void send(Object body) throws Exception {
            peer.send(body);
        }

        @Override
        public void close() {
            peer.close();
        }
    }

    private static String verdictOn(String peer, String variation, Flaw flaw) throws Exception {
        Run run = new Run(peer, new Flawed(peer, flaw), Variation.of(variation));
        run.patience(0.2);
        Fields line = run.measure(0.05, 0);
        assertThat(line.kind()).isEqualTo("refused");
        return line.text("wrong");
    }

    @Test
    void oneThatLosesAMessageIsRefused() throws Exception {
        assertThat(verdictOn("array-blocking-queue", "seda/2-3", sink -> new Wrong(sink) {
                    @Override
                    void deliverWrongly(Object carrier, Object body) {
                        if (count != SOME) {
                            sink.deliver(carrier, body);
                        }
                    }
                }))
                .startsWith("1 lost; ");
    }

    @Test
    void oneThatDeliversAnotherBodyIsRefused() throws Exception {
        assertThat(verdictOn("vertx-5.0.4", "filter", sink -> new Wrong(sink) {
                    @Override
                    void deliverWrongly(Object carrier, Object body) {
                        sink.deliver(carrier, count == SOME ? "another" : body);
                    }
                }))
                .startsWith("1 lost, 1 were never sent; ");
    }

    @Test
    void oneThatLetsAMessageOvertakeIsRefused() throws Exception {
        assertThat(verdictOn("raw-disruptor", "disruptor/1-1", sink -> new Wrong(sink) {
                    private Object late;

                    @Override
                    void deliverWrongly(Object carrier, Object body) {
                        if (count == SOME) {
                            late = body;
                        } else {
                            sink.deliver(carrier, body);
                        }
                        if (count == SOME + 1) {
                            sink.deliver(carrier, late);
                        }
                    }
                }))
                .startsWith("1 came out of order; ");
    }

    @Test
    void oneThatFiltersNothingIsRefused() throws Exception {
        Subject keepsAll = new Subject() {
            private Sink end;

            @Override
            public void start(Variation variation, Sink sink) {
                end = sink;
            }

            @Override
            public void send(Object body) {
                end.deliver(body, body);
            }

            @Override
            public void close() {}
        };
        Fields line = new Run("careless", keepsAll, Variation.of("filter")).measure(0.05, 0);
        assertThat(line.kind()).isEqualTo("refused");
        assertThat(line.text("wrong")).contains("came too often");
    }
}
