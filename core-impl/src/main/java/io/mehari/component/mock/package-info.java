/**
 * {@code mock:name}: a place where routes end in tests. Say what a {@link io.mehari.component.mock.MockEndpoint} is to
 * receive, send, and let it assert that this came.
 */
package io.mehari.component.mock;
