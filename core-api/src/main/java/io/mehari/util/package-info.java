/** A few small helpers that code written for Apache Camel uses often. */
package io.mehari.util;
