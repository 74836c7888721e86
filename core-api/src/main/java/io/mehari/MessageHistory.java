package io.mehari;

/**
 * One step that an exchange went through. The last ones are in the property {@link Exchange#MESSAGE_HISTORY}, a list, where
 * message history is on.
 *
 * @param routeId the route the step is in
 * @param node what the step is, such as {@code to[direct:b]}
 * @param elapsedNanos how long it took
 */
public record MessageHistory(String routeId, String node, long elapsedNanos) {}
