/** Small helpers for all packages of the core, such as callbacks, tasks for executors and suppressed exceptions. */
package io.mehari.impl.base;
