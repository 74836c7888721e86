/**
 * Two small maps that can be used without the rest of Mehari: {@link io.mehari.collect.CaseInsensitiveMap} for names
 * from the network, such as headers, and {@link io.mehari.collect.FlatMap} for a few properties. Both keep insertion
 * order. A small map has one array, and shares the list of its names with all maps that have the same names. A large
 * map has a hash index.
 *
 * <pre>{@code
 *   map (or message) --> null                      no entries
 *                    --> [names, v0, v1, ...]     up to 64 entries: the names are shared (decision 024)
 *                    --> [k0, v0, k1, v1, ...]    up to 8 entries whose names cannot be shared
 *                    --> pairs + hash index       all others
 * }</pre>
 *
 * <p>A copy shares its entries with the original until one of the two is changed. So a copy that is only read costs
 * only the map object.
 *
 * <h2>Threads and memory consistency</h2>
 *
 * Neither map is thread-safe: like a {@link java.util.HashMap}, a map may be used by one thread at a time, and passing
 * it to another thread needs a <i>happens-before</i> edge. Copies that share their entries are independent: two threads
 * may use one each without further synchronization. Several threads may copy one map at the same time, as long as none
 * of them writes to it.
 */
package io.mehari.collect;
