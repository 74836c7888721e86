/** Small helpers for all packages of the core: logging, tasks for executors, callbacks, suppressed exceptions. */
package io.mehari.impl.base;
