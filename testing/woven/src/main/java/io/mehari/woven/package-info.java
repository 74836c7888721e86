/** The proof of law S4: Mehari's own code, woven with points that throw. */
@org.jspecify.annotations.NullMarked
package io.mehari.woven;
