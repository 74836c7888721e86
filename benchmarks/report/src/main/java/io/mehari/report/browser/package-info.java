/** A browser without a window, so that a test can look at a page as a reader does. */
@org.jspecify.annotations.NullMarked
package io.mehari.report.browser;
