/**
 * What the proofs share: options; random cases, which run in a {@code
 * Batch}; and a {@code Shrinker}, which makes a failed case small.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.proofs;
