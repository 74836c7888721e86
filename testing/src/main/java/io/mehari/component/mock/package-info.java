/**
 * {@code mock:name}: an endpoint for tests. Tell a {@link io.mehari.component.mock.MockEndpoint} which messages to
 * expect, send messages, and let it assert that they have come.
 *
 * <pre>{@code
 *   test:    mock.expectedBodiesReceived("a")    send "a"    mock.assertIsSatisfied()
 *                                                  |                  ^
 *   route:                                         +--> steps --> mock: counts, keeps a copy, compares
 * }</pre>
 *
 * <h2>Threads and memory consistency</h2>
 *
 * Mocks are thread-safe. Any number of threads may send to a mock at once; it runs on the thread that carries the
 * message, and so do processors set by {@code whenAnyExchangeReceived}. The thread of the test sets expectations and
 * calls {@code assertIsSatisfied()}, which waits until the expected number of messages has come or its timeout expires.
 * What those threads did before they sent <i>happens-before</i> its return. The kept exchanges are copies, so the route
 * can continue with the originals.
 */
package io.mehari.component.mock;
