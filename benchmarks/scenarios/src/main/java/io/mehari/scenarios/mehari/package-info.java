/** The scenarios in Mehari. */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.mehari;
