/** A headless browser, so that a test can view a page as a reader does. */
@org.jspecify.annotations.NullMarked
package io.mehari.report.browser;
