/** Conversions between types: the registry, and those that are in it from the start. */
package io.mehari.impl.convert;
