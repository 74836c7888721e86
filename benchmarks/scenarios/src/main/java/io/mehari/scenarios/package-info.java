/**
 * The same routes in Mehari and in its peers. A {@link io.mehari.scenarios.Scenario} is a task, and a {@link
 * io.mehari.scenarios.Subject} implements it as users of its library would. {@link io.mehari.scenarios.Run} measures
 * one subject in its own JVM, and refuses the figures of a subject that did not do the work.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios;
