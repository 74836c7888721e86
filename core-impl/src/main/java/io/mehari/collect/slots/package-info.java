/**
 * The storage of names and values. It is {@code null} (empty), an array of values with a layout of their names, a flat
 * array of pairs, or pairs with a hash index. A storage has no reference to its owners: an exchange or a map refers to
 * its storage, and knows whether it is shared.
 */
package io.mehari.collect.slots;
