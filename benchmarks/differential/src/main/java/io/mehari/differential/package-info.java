/** Runs the same routes on Apache Camel and on Mehari and tells what differs: {@code ./bench differential}. */
@org.jspecify.annotations.NullMarked
package io.mehari.differential;
