/**
 * The storage of names and values: nothing, a flat array of pairs, or pairs with a hash index. A storage does not know
 * its owners; an owner keeps a reference to it and knows whether it is shared.
 */
package io.mehari.collect.slots;
