/** Runs the same routes on Apache Camel and on Mehari and reports the differences: {@code ./prove differential}. */
@org.jspecify.annotations.NullMarked
package io.mehari.differential;
