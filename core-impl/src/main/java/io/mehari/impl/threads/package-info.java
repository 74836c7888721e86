/** The threads of a context: named pools, shared pools, virtual threads where the JDK has them. It uses spi only. */
package io.mehari.impl.threads;
