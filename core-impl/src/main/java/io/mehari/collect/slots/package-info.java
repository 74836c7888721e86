/**
 * How names and values are stored: nothing, a flat array of pairs, or pairs behind a hash index. A storage knows its
 * content and nothing of who owns it; the owner keeps a reference to it and knows whether it is shared.
 */
package io.mehari.collect.slots;
