/**
 * Tests of routes in simulated time. {@link io.mehari.testing.SimulationExtension} gives each JUnit test a {@link
 * io.mehari.testing.Simulation}, whose {@link io.mehari.testing.SimulatedTime} moves when the test says so: a test of a
 * route that takes a day takes milliseconds and never sleeps. A seed decides which thread runs when, so a test with
 * queues gives the same result each time, and another seed shows what depends on the order. {@link
 * io.mehari.testing.Chaos} lets steps fail, wait or repeat.
 *
 * <p>Simulated are Mehari's own threads and waits: routes, queues, timers, pools and templates. What waits by other
 * means, such as a network client, a lock or a sleep of the program's own, takes its real time.
 *
 * <h2>Memory consistency</h2>
 *
 * One thread of a simulation runs at a time, and what it does <i>happens-before</i> what the next one does.
 */
package io.mehari.testing;
