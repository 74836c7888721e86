/**
 * Tests of routes in simulated time. {@link io.mehari.testing.SimulationExtension} gives each JUnit test a {@link
 * io.mehari.testing.Simulation}, whose {@link io.mehari.testing.SimulatedTime} moves when the test says so. A test of a
 * route that takes a day takes milliseconds and never sleeps. A seed decides which thread runs when. So a test with
 * queues always gives the same result, and another seed shows what depends on the order. {@link
 * io.mehari.testing.Chaos} lets steps fail, wait or repeat.
 *
 * <pre>{@code
 *   seed ----------------> decides which thread runs next
 *   thread of the test:    template.sendBody(...)   time.advance(ofHours(1))   assert
 *   simulated threads:            route, until it waits       timers, delays, routes: one thread at a time
 * }</pre>
 *
 * <p>Mehari's own threads and waits are simulated: routes, queues, timers, pools and templates. Other waits take real
 * time, for example those of a network client, for a lock, or in {@code Thread.sleep}.
 *
 * <h2>Which thread calls what</h2>
 *
 * The thread of the test calls {@code Simulation}, {@code SimulatedTime} and {@code Chaos}. JUnit calls the extension.
 * The steps of routes run on the threads of the simulation. After a send to {@code direct:} they run on the thread of
 * the test.
 *
 * <h2>Memory consistency</h2>
 *
 * One thread of a simulation runs at a time, and its actions <i>happen-before</i> the actions of the next one.
 */
package io.mehari.testing;
