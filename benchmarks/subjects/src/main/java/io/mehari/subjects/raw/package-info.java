/** Bare queues and threads, as users write them without a framework, and the least that a scenario can cost. */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.raw;
