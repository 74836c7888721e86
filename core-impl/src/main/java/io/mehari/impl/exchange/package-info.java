/**
 * The exchange: one object with its message, its unit of work and its origin. Also the continuation from which a
 * suspended exchange goes on, and the pool. {@link io.mehari.impl.DefaultExchange} is the class that users create.
 */
package io.mehari.impl.exchange;
