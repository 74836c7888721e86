/**
 * What every measurement shares: JVMs that are started in turn, their output, the state of the processors, the rule for
 * "better", tables and options.
 *
 * <pre>{@code
 * Turns<String> turns = Turns.of(options.subjects(List.of("mehari", "camel-4.22.0")), options.rounds(10));
 * Progress progress = Progress.of(turns.size());
 * for (String subject : turns) {                       // ends early after Ctrl-C
 *     progress.begin(subject);
 *     Gauge gauge = Gauge.begin();
 *     Jvm.of(options.jdk(), Measured.class).named(subject).peers(subject).arguments(subject).start()
 *             .run(line -> values.add(line.number("nanos")));
 *     samples.add(subject, values, gauge.end());
 * }
 * progress.end();
 * }</pre>
 */
@NullMarked
package io.mehari.engine;

import org.jspecify.annotations.NullMarked;
