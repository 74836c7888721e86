/** Conversions between types: the registry and the built-in conversions. */
package io.mehari.impl.convert;
