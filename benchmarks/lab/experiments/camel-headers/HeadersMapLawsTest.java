package org.apache.camel.impl;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Laws of the headers of a message. Each name says the law, and in brackets the contract that it comes from. Those with
 * the tag "manners" come from no contract.
 */
class HeadersMapLawsTest {
    private static final String FROM = "message";
    private static final String NAME = "Content-Type";
    private static final String OTHER = "content-TYPE";

    private final DefaultCamelContext context = new DefaultCamelContext();

    HeadersMapLawsTest() {
        context.start(); // finds the factory of maps
    }

    private Map<String, Object> map() {
        Map<String, Object> map =
                context.getCamelContextExtension().getHeadersMapFactory().newMap();
        map.put(NAME, "text/plain");
        return map;
    }

    private Exchange exchange() {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setHeader(FROM, "origin");
        exchange.getMessage().setHeader("region", "north");
        return exchange;
    }

    @Test @DisplayName("a name is found in any spelling (HeadersMapFactory: keys are case insensitive)")
    void anySpellingFinds() {
        assertEquals("text/plain", map().get(OTHER));
        assertTrue(map().containsKey(OTHER));
        assertEquals("text/plain", map().getOrDefault(OTHER, "none"));
    }

    @Test @DisplayName("a name is replaced and removed in any spelling (HeadersMapFactory)")
    void anySpellingReplacesAndRemoves() {
        Map<String, Object> map = map();
        assertEquals("text/plain", map.put(OTHER, "text/html"));
        assertEquals(1, map.size());
        assertEquals("text/html", map.remove(OTHER));
        assertTrue(map.isEmpty());
    }

    @Test @DisplayName("the spelling of the first put is kept (HeadersMapFactory: the original case is preserved)")
    void theSpellingIsKept() {
        assertEquals(NAME, map().keySet().iterator().next());
    }

    @Test @DisplayName("keySet().contains finds any spelling (Map.keySet: a view of the keys in this map)")
    void theKeySetFindsAnySpelling() {
        assertTrue(map().keySet().contains(OTHER));
    }

    @Test @DisplayName("keySet().remove removes any spelling (Map.keySet: removes the corresponding mapping)")
    void theKeySetRemovesAnySpelling() {
        Map<String, Object> map = map();
        assertTrue(map.keySet().remove(OTHER));
        assertTrue(map.isEmpty());
    }

    @Test @DisplayName("keySet().removeAll removes any spelling (Map.keySet: supports removeAll)")
    void theKeySetRemovesAllInAnySpelling() {
        Map<String, Object> map = map();
        map.keySet().removeAll(List.of(OTHER));
        assertTrue(map.isEmpty());
    }

    @Test @DisplayName("views write through (Map.entrySet, keySet, values: backed by the map)")
    void viewsWriteThrough() {
        Map<String, Object> map = map();
        map.entrySet().iterator().next().setValue("text/html");
        assertEquals("text/html", map.get(NAME));
        map.values().remove("text/html");
        assertNull(map.get(NAME));
    }

    @Test @DisplayName("equals and hashCode are those of the mappings (Map.equals, Map.hashCode)")
    void equalToAMapWithTheSameMappings() {
        assertEquals(Map.of(NAME, "text/plain"), map());
        assertEquals(Map.of(NAME, "text/plain").hashCode(), map().hashCode());
    }

    @Test @DisplayName("toString shows the mappings (AbstractMap.toString)")
    void toStringShowsTheMappings() {
        assertEquals("{" + NAME + "=text/plain}", map().toString());
    }

    @Test @DisplayName("computeIfAbsent, merge and putIfAbsent see any spelling (Map, HeadersMapFactory)")
    void defaultMethodsSeeAnySpelling() {
        Map<String, Object> map = map();
        assertEquals("text/plain", map.putIfAbsent(OTHER, "text/html"));
        assertEquals("text/plain", map.computeIfAbsent(OTHER, name -> "text/html"));
        assertEquals("both", map.merge(OTHER, "text/html", (old, added) -> "both"));
        assertEquals(1, map.size());
    }

    @Test @DisplayName("a write to a message leaves its copy as it is (Exchange.copy: creates a copy)")
    void aWriteLeavesTheCopy() {
        writes().forEach((name, write) -> {
            Exchange origin = exchange();
            Exchange copy = origin.copy();
            write.accept(origin.getMessage().getHeaders());
            assertUnchanged(name, copy);
        });
    }

    @Test @DisplayName("a write to a copy leaves the message as it is (Exchange.copy: creates a copy)")
    void aWriteToTheCopyLeavesTheMessage() {
        writes().forEach((name, write) -> {
            Exchange origin = exchange();
            write.accept(origin.copy().getMessage().getHeaders());
            assertUnchanged(name, origin);
        });
    }

    @Test @DisplayName("a write to headers that were read before the copy leaves the copy as it is (Exchange.copy)")
    void aWriteToHeldHeadersLeavesTheCopy() {
        writes().forEach((name, write) -> {
            Exchange origin = exchange();
            Map<String, Object> held = origin.getMessage().getHeaders();
            Exchange copy = origin.copy();
            write.accept(held);
            assertUnchanged(name, copy);
        });
    }

    private static Map<String, Consumer<Map<String, Object>>> writes() {
        Map<String, Consumer<Map<String, Object>>> writes = new LinkedHashMap<>();
        writes.put("put", map -> map.put(FROM, "changed"));
        writes.put("remove", map -> map.remove(FROM));
        writes.put("clear", Map::clear);
        writes.put("setValue", map -> map.entrySet().iterator().next().setValue("changed"));
        writes.put("keySet().remove", map -> map.keySet().remove(FROM));
        writes.put("values().clear", map -> map.values().clear());
        writes.put("replaceAll", map -> map.replaceAll((name, value) -> "changed"));
        return writes;
    }

    private static void assertUnchanged(String write, Exchange exchange) {
        Map<String, Object> expected = new LinkedHashMap<>(Map.of(FROM, "origin", "region", "north"));
        assertEquals(expected, new LinkedHashMap<>(exchange.getMessage().getHeaders()), write);
    }

    @Test @DisplayName("names that come and go leave nothing in memory (Map.remove: removes the mapping)")
    void namesThatComeAndGoLeaveNothing() {
        Map<String, Object> map = map();
        long before = heap();
        for (int i = 0; i < 1_000_000; i++) {
            map.put("name-" + i, NAME);
            map.remove("name-" + i);
        }
        long grown = heap() - before;
        assertEquals(1, map.size());
        assertTrue(grown < 1024 * 1024, grown / 1024 + " KiB are held for one name");
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test @Tag("manners") @DisplayName("iterators fail fast (good manners: Map promises nothing)")
    void iteratorsFailFast() {
        Map<String, Object> map = map();
        Iterator<String> names = map.keySet().iterator();
        map.put("another", 1);
        assertThrows(ConcurrentModificationException.class, names::next);
        assertDoesNotThrow(() -> map.keySet().iterator().next());
    }
}
