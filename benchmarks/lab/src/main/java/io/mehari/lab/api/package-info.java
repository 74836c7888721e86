/** What an experiment implements. It needs only the JDK, so that it can run beside any framework. */
@org.jspecify.annotations.NullMarked
package io.mehari.lab.api;
