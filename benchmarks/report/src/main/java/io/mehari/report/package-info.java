/**
 * What a run measured, as one file of JSON, and what a reader is shown of it: a page, pictures, a verdict. Depends on
 * nothing but the JDK, so that it can ride along in any process that is measured.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.report;
