/**
 * The same tasks in Mehari, in other frameworks and in bare queues. A {@link io.mehari.subjects.Scenario} is a task, and
 * a {@link io.mehari.subjects.Subject} does it as users of its library would. A subject that does not deliver each
 * message as often as it should gets no figures.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects;
