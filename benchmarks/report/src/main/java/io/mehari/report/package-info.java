/**
 * What a run measured, as one file of JSON, and what a reader is shown of it: a page, pictures, a verdict. Its only
 * library is Jackson, which the jars of the benchmarks hold in a package of their own, so that no measured program
 * meets it.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.report;
