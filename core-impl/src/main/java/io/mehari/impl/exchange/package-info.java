/**
 * The exchange: one object with its message, its unit of work and its origin. The package also contains the pool of
 * exchanges, and the continuation, which resumes a suspended exchange. {@link
 * io.mehari.impl.exchange.DefaultExchange} is the
 * class that users create.
 */
package io.mehari.impl.exchange;
