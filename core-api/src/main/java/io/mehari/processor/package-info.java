/** What steps of routes throw, under the names that it has in Apache Camel. Exceptions are immutable. */
package io.mehari.processor;
