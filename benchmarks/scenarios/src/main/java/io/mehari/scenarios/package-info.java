/**
 * The same routes in Mehari and in its peers. A {@link io.mehari.scenarios.Scenario} says what is to be done, a {@link
 * io.mehari.scenarios.Subject} does it as users of that library would write it, and {@link io.mehari.scenarios.Run}
 * measures one of them in a JVM of its own and refuses the figures of one that did not do the work.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios;
