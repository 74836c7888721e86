/** The parts of a value: what split, recipient list and placeholders such as {@code ${skip(2)}} take one by one. */
package io.mehari.builder.parts;
