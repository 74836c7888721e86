/**
 * What the engine, the components of Mehari and its modules for tests share. It is exported to them alone, and changes
 * without notice.
 */
package io.mehari.spi.internal;
