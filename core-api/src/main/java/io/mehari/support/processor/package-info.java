/** What {@code validate} throws, under the name that it has in Apache Camel. The exception is immutable. */
package io.mehari.support.processor;
