/** Routes, messages and judges of the cases; loaded together with woven Mehari. */
@org.jspecify.annotations.NullMarked
package io.mehari.woven.cases;
