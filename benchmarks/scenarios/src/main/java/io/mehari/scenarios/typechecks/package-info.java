/** What it costs to keep an exchange behind several interfaces, shown on one hot path in three forms. */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.typechecks;
