package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** The drawings of the pages: objects as JOL lays them out, and what the code of a step puts where. */
class DrawingsTest {

    private final Map<String, ThrowingSupplier<Drawing>> drawings = new HashMap<>();

    {
        drawings.put("step01/tlab.svg", DrawingsTest::buffer);
        drawings.put(
                "step02/layout.svg",
                () -> Drawing.of("The extension of step 2, with boxes and without")
                        .object("before", named("step02.Before$Extension"))
                        .object("after", named("step02.After$Extension")));
        drawings.put(
                "step03/layout.svg",
                () -> Drawing.of("Three objects, and one with the fields of all")
                        .object("exchange", named("step03.Before$Exchange"))
                        .object("message", named("step03.Before$Message"))
                        .object("extension", named("step03.Before$Extension"))
                        .object("one object", named("step03.After$Exchange")));
        drawings.put(
                "step04/layout.svg",
                () -> Drawing.of("An exchange with three facts as fields")
                        .object("after", named("step04.After$Exchange")));
        drawings.put("step06/probing.svg", DrawingsTest::probing);
        drawings.put("step09/sharing.svg", DrawingsTest::sharing);
        drawings.put(
                "step10/layout.svg",
                () -> Drawing.of("A flat map with two pairs, and with three")
                        .array("two pairs", "name", "value", "name", "value")
                        .array("three pairs", "name", "value", "name", "value", "name", "value", "", "", "", ""));
        drawings.put(
                "step11/layout.svg",
                () -> Drawing.of("The units of work of step 11")
                        .object("before", named("step11.Before$UnitOfWork"))
                        .object("after", named("step11.After$UnitOfWork")));
        drawings.put(
                "step13/lines.svg",
                () -> Drawing.ofCacheLines("Two counters in lines of 64 bytes")
                        .object("tight", named("step13.Counters$Tight"))
                        .object("padded", named("step13.Counters$Padded")));
        drawings.put("step13/ring.svg", DrawingsTest::ring);
        drawings.put(
                "step16/layout.svg",
                () -> Drawing.of("The exchange of 80 bytes").object("exchange", named("step16.Exchange")));
    }

    private static Class<?> named(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }

    @TestFactory
    List<DynamicTest> aPageShowsItsDrawing() {
        return drawings.entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> check(each.getKey(), each.getValue())))
                .toList();
    }

    private static void check(String file, ThrowingSupplier<Drawing> drawing) throws Throwable {
        Path path = Pages.root().resolve(file);
        String svg = drawing.get().svg();
        if (Pages.UPDATE) {
            Pages.write(path, svg);
        }
        assertThat(Pages.read(path))
                .as("%s; mvn test -pl docs/course -Dcourse.update=true draws it anew", file)
                .isEqualTo(svg);
        assertThat(Pages.read(path.resolveSibling("README.md"))).contains("](" + path.getFileName() + ")");
    }

    private static Drawing buffer() {
        return Drawing.of("Two threads allocate in buffers of their own")
                .say(12, "heap")
                .down(10)
                .box(44, 300, "ref", "buffer of thread 1")
                .box(350, 300, "mark", "buffer of thread 2")
                .down(50)
                .say(12, "buffer of thread 1")
                .down(10)
                .box(44, 70, "num", "message")
                .box(114, 40, "num", "map")
                .box(154, 70, "num", "message")
                .box(224, 40, "num", "map")
                .box(264, 380, "gap", "free: the next object begins here")
                .arrow(264, 48, 264, 28)
                .down(60)
                .note(44, "An allocation moves this pointer. The heap's free memory changes only with a new buffer.")
                .down(24);
    }

    /** The index of step 6 after five headers: where each name wanted to be, and where it is. */
    private static Drawing probing() throws ReflectiveOperationException {
        Constructor<?> constructor = named("step06.After").getDeclaredConstructor();
        constructor.setAccessible(true);
        Object table = constructor.newInstance();
        var put = table.getClass().getDeclaredMethod("put", String.class, Object.class);
        put.setAccessible(true);
        List<String> names = List.of("X-Trace", "Content-Type", "X-Order", "X-Tenant", "X-Customer");
        for (String name : names) {
            put.invoke(table, name, "value");
        }
        Field index = table.getClass().getDeclaredField("index");
        index.setAccessible(true);
        var hash = table.getClass().getDeclaredMethod("hash", String.class);
        hash.setAccessible(true);
        Drawing drawing = Drawing.of("The index of a hash table with five names")
                .say(12, "index: the number of a pair, in the first free slot from the hash of its name on")
                .down(10);
        int slots = Array.getLength(index.get(table));
        for (int slot = 0; slot < slots; slot++) {
            int pair = Array.getInt(index.get(table), slot);
            drawing.box(12 + slot * 43, 43, pair == 0 ? "gap" : "mark", pair == 0 ? "" : String.valueOf(pair));
        }
        drawing.down(40);
        for (int slot = 0; slot < slots; slot++) {
            drawing.note(28 + slot * 43, String.valueOf(slot));
        }
        drawing.down(30)
                .say(12, "pairs, in the order in which they were put, with the slot that each name wants")
                .down(10);
        for (int pair = 0; pair < names.size(); pair++) {
            int wanted = (int) hash.invoke(null, names.get(pair)) & (slots - 1);
            drawing.box(12 + pair * 138, 138, "ref", names.get(pair) + " → " + wanted);
        }
        drawing.down(40);
        for (int pair = 0; pair < names.size(); pair++) {
            drawing.note(74 + pair * 138, String.valueOf(pair + 1));
        }
        return drawing.down(20);
    }

    private static Drawing sharing() {
        return Drawing.of("A copy shares both tables until one side writes")
                .say(12, "after copy(): one object more, and no table")
                .down(10)
                .box(44, 130, "num", "original, shared")
                .box(330, 150, "ref", "headers")
                .arrow(174, 8, 328, 8)
                .arrow(174, 16, 328, 50)
                .down(40)
                .box(44, 130, "num", "copy, shared")
                .box(330, 150, "ref", "properties")
                .arrow(174, 10, 328, -24)
                .arrow(174, 18, 328, 18)
                .down(60)
                .say(12, "after copy.setHeader(...): the table of the headers is copied, that of the properties is not")
                .down(10)
                .box(44, 130, "num", "original, shared")
                .box(330, 150, "ref", "headers")
                .arrow(174, 8, 328, 8)
                .arrow(174, 16, 328, 50)
                .down(40)
                .box(44, 130, "num", "copy")
                .box(330, 150, "ref", "properties")
                .arrow(174, 10, 328, 10)
                .arrow(174, 18, 328, 50)
                .down(40)
                .box(330, 150, "mark", "headers, its own")
                .down(54);
    }

    private static Drawing ring() {
        Drawing drawing = Drawing.of("A ring of eight slots with three messages")
                .say(12, "slots: the counters only grow, and the slot is the counter & 7")
                .down(10);
        for (int slot = 0; slot < 8; slot++) {
            boolean full = slot >= 6 || slot == 0;
            drawing.box(44 + slot * 80, 80, full ? "mark" : "gap", full ? "message" : "");
        }
        return drawing.down(70)
                .arrow(44 + 6 * 80 + 40, 0, 44 + 6 * 80 + 40, -40)
                .arrow(44 + 80 + 40, 0, 44 + 80 + 40, -40)
                .down(14)
                .note(44 + 6 * 80, "head = 14: next to read")
                .note(44 + 80, "tail = 17: next to write")
                .down(24);
    }
}
