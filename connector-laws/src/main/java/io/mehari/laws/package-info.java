/**
 * The laws of connectors as tests: what a component that joins routes to the world outside of the process promises.
 *
 * <p>A connector's test extends {@link io.mehari.laws.ConsumerLaws} with a {@link io.mehari.laws.ConsumerFixture}, and
 * {@link io.mehari.laws.ProducerLaws} with a {@link io.mehari.laws.ProducerFixture}. The fixture talks to a real other
 * party: a client or a server that is no part of the connector. The names of the tests begin with the number of the
 * law. Each test makes its fixture, its context and its threads anew.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.laws;
