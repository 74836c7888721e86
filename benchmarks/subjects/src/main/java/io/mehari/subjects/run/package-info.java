/** The programs that {@code ./bench} and {@code ./demo} run: each starts JVMs in turn, and prints a table. */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.run;
