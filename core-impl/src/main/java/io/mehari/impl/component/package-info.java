/** The components {@code timer:} and {@code log:}, which do not use the internals of the engine. */
package io.mehari.impl.component;
