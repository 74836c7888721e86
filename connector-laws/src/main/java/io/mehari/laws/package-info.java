/**
 * The laws of connectors as tests. A connector is a component that connects routes with other processes; the laws are
 * its guarantees.
 *
 * <p>A connector's test extends {@link io.mehari.laws.ConsumerLaws} with a {@link io.mehari.laws.ConsumerFixture}, and
 * {@link io.mehari.laws.ProducerLaws} with a {@link io.mehari.laws.ProducerFixture}. The fixture talks to a real other
 * party: a client or a server that is no part of the connector. The names of the tests begin with the number of the
 * law. Each test creates its own fixture, context and threads.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.laws;
