/**
 * What code for Apache Camel names when it makes pools of threads; {@link io.mehari.builder.ThreadPoolBuilder} makes
 * them. Any thread may use a {@link io.mehari.util.concurrent.SynchronousExecutorService}.
 */
package io.mehari.util.concurrent;
