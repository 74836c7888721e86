package io.mehari;

/**
 * One step that an exchange went through. If message history is on, the property {@link Exchange#MESSAGE_HISTORY} is a
 * list of the latest steps.
 *
 * @param routeId the route of the step
 * @param node the step, such as {@code to[direct:b]}
 * @param elapsedNanos how long the step took
 */
public record MessageHistory(String routeId, String node, long elapsedNanos) {}
