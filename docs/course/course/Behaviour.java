package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What an exchange does, each method for one of the {@link Checks}. */
final class Behaviour<E> {

    private final Stage<E> stage;

    Behaviour(Stage<E> stage) {
        this.stage = stage;
    }

    private E withBody() {
        return stage.create("body");
    }

    private static void makesNothing(Supplier<?> operation) {
        assertThat(Bytes.of(operation)).as("bytes of one call").isZero();
    }

    // ---- step 1

    void aCopyHasTheSame() {
        E original = Message.filled(stage);
        stage.setFact(original, Fact.SPLIT_INDEX, 0);
        stage.setFact(original, Fact.FAILURE_ROUTE, "orders");
        E copy = stage.copy(original);
        assertThat(stage.getBody(copy)).as("body of the copy").isEqualTo(Message.VALUE);
        for (String name : Message.HEADERS) {
            assertThat(stage.getHeader(copy, name.toUpperCase(Locale.ROOT)))
                    .as("header %s of the copy", name)
                    .isEqualTo(Message.VALUE);
        }
        for (String name : Message.PROPERTIES) {
            assertThat(stage.getProperty(copy, name))
                    .as("property %s of the copy", name)
                    .isEqualTo(Message.VALUE);
        }
        assertThat(stage.getFact(copy, Fact.SPLIT_INDEX))
                .as("SPLIT_INDEX of the copy")
                .isEqualTo(0);
        assertThat(stage.getFact(copy, Fact.FAILURE_ROUTE))
                .as("FAILURE_ROUTE of the copy")
                .isEqualTo("orders");
        assertThat(stage.id(copy)).as("id of the copy").isNotEqualTo(stage.id(original));
    }

    void aWriteShowsInOne() {
        E original = Message.filled(stage);
        E copy = stage.copy(original);
        stage.setHeader(original, "priority", "of the original");
        stage.setHeader(copy, "X-New", "of the copy");
        stage.setProperty(copy, "tenant", "of the copy");
        stage.setFact(copy, Fact.FAILURE_ROUTE, "of the copy");
        assertThat(stage.getHeader(original, "Priority")).isEqualTo("of the original");
        assertThat(stage.getHeader(copy, "Priority")).isEqualTo(Message.VALUE);
        assertThat(stage.getHeader(original, "X-New")).isNull();
        assertThat(stage.getProperty(original, "tenant")).isEqualTo(Message.VALUE);
        assertThat(stage.getFact(original, Fact.FAILURE_ROUTE)).isNull();
    }

    void completionsRunOnce() {
        List<String> ran = new ArrayList<>();
        E exchange = withBody();
        for (String name : List.of("first", "second", "third")) {
            stage.addCompletion(exchange, () -> ran.add(name));
        }
        stage.done(stage.copy(exchange));
        assertThat(ran).as("completions that ran for the copy").isEmpty();
        stage.done(exchange);
        stage.done(exchange);
        assertThat(ran).as("completions that ran").containsExactly("third", "second", "first");
    }

    // ---- steps 4 to 6

    void allFactsAreKept() {
        E exchange = withBody();
        int value = 0;
        for (Fact fact : Fact.values()) {
            assertThat(stage.getFact(exchange, fact))
                    .as("%s of a new exchange", fact)
                    .isNull();
            stage.setFact(exchange, fact, value++);
        }
        value = 0;
        for (Fact fact : Fact.values()) {
            assertThat(stage.getFact(exchange, fact)).as("%s", fact).isEqualTo(value++);
        }
    }

    void theSplitIndexIsNoObject() {
        E exchange = withBody();
        stage.setFact(exchange, Fact.SPLIT_INDEX, 1000);
        makesNothing(() -> stage.splitIndex(exchange) == 1000 ? "1000" : wrong());
    }

    private static Object wrong() {
        throw new AssertionError("A value that was set is not read.");
    }

    void readingMakesNothing() {
        long made = Bytes.of(this::withBody);
        long read = Bytes.of(() -> {
            E exchange = withBody();
            return stage.getHeader(exchange, "absent") == null && stage.getProperty(exchange, "absent") == null
                    ? exchange
                    : wrong();
        });
        assertThat(read).as("bytes of a new exchange that was read").isEqualTo(made);
    }

    void theIdIsKept() {
        E exchange = withBody();
        String id = stage.id(exchange);
        assertThat(stage.id(exchange)).isSameAs(id);
        assertThat(stage.id(withBody())).isNotEqualTo(id);
    }

    void anotherCaseMakesNothing() {
        E exchange = Message.filled(stage);
        makesNothing(() -> stage.getHeader(exchange, "x-CUSTOMER") == Message.VALUE ? Message.VALUE : wrong());
    }

    // ---- steps 7 and 8

    void onlyAToZAreFolded() {
        assertThat(isFound("Content-Type", "cONTENT-tYPE")).isTrue();
        assertThat(isFound("Kelvin", "\u212aelvin"))
                .as("Kelvin, as U+212A elvin")
                .isFalse();
        assertThat(isFound("Internal", "\u0131nternal"))
                .as("Internal, as U+0131 nternal")
                .isFalse();
        assertThat(isFound("\u00c4", "\u00e4")).as("U+00C4, as U+00E4").isFalse();
        assertThat(isFound("a-b", "a\rb")).as("a-b, with a carriage return").isFalse();
        assertThat(isFound("[a]", "{a}")).as("[a], as {a}").isFalse();
    }

    private boolean isFound(String name, String asked) {
        E exchange = withBody();
        stage.setHeader(exchange, name, "value");
        return stage.getHeader(exchange, asked) != null;
    }

    private static final int BLOCKS = 13;
    private static final int NAMES = 8192; // 2 to the power of BLOCKS

    /** All have the same hash if it is made with 31, as in steps 6 to 8: 31 * 'a' + 'k' and 31 * 'c' + '-' are 3114. */
    private static List<String> namesOfOneHash() {
        List<String> names = new ArrayList<>();
        for (int number = 0; number < NAMES; number++) {
            StringBuilder name = new StringBuilder();
            for (int block = 0; block < BLOCKS; block++) {
                name.append(((number >> block) & 1) == 0 ? "ak" : "c-");
            }
            names.add(name.toString());
        }
        return names;
    }

    /** A tree does the same work for all names, so it tells how fast this machine is. */
    void theWorkIsBounded() {
        List<String> attack = namesOfOneHash();
        List<String> ordinary = new ArrayList<>();
        attack.forEach(name -> ordinary.add("X-Header-Number-" + ordinary.size()));
        long tree = processorTime(() -> {
            Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            attack.forEach(name -> headers.put(name, name));
        });
        long most = 10 * tree + 20_000_000;
        for (List<String> names : List.of(ordinary, attack)) {
            assertThat(processorTime(() -> withHeaders(names)))
                    .as("nanoseconds for %d headers such as %s; a TreeMap takes %d", NAMES, names.get(0), tree)
                    .isLessThan(most);
        }
        E exchange = withHeaders(attack);
        for (String name : attack) {
            assertThat(stage.getHeader(exchange, name)).isEqualTo(name);
        }
    }

    private E withHeaders(List<String> names) {
        E exchange = withBody();
        names.forEach(name -> stage.setHeader(exchange, name, name));
        return exchange;
    }

    /** The least of three times, in nanoseconds. What other programs do meanwhile does not count. */
    private static long processorTime(Runnable operation) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            operation.run();
            least = Math.min(least, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
        }
        return least;
    }

    // ---- steps 9 and 10

    /** Writes, reads and copies in any order, and compares each result with that of maps that are copied at once. */
    void answersAsMapsDo(int names) {
        Random random = new Random(9);
        List<Compared> all = new ArrayList<>(List.of(new Compared(withBody())));
        for (int i = 0; i < 20_000; i++) {
            Compared one = all.get(random.nextInt(all.size()));
            String name = "Name-" + random.nextInt(names);
            switch (random.nextInt(5)) {
                case 0 -> one.setHeader(random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT), i);
                case 1 -> one.setProperty(name, i);
                case 2, 3 -> one.compare(name);
                default -> {
                    if (all.size() == 10) {
                        all.remove(random.nextInt(10));
                    }
                    all.add(one.copy());
                }
            }
        }
    }

    private final class Compared {
        private final E exchange;
        private final Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        private final Map<String, Object> properties = new HashMap<>();

        Compared(E exchange) {
            this.exchange = exchange;
        }

        void setHeader(String name, Object value) {
            stage.setHeader(exchange, name, value);
            headers.put(name, value);
        }

        void setProperty(String name, Object value) {
            stage.setProperty(exchange, name, value);
            properties.put(name, value);
        }

        void compare(String name) {
            assertThat(stage.getHeader(exchange, name)).as("header %s", name).isEqualTo(headers.get(name));
            assertThat(stage.getProperty(exchange, name))
                    .as("property %s", name)
                    .isEqualTo(properties.get(name));
        }

        Compared copy() {
            Compared copy = new Compared(stage.copy(exchange));
            copy.headers.putAll(headers);
            copy.properties.putAll(properties);
            return copy;
        }
    }

    // ---- steps 11 and 12

    void doneMakesNothing() {
        long made = Bytes.of(this::withBody);
        long done = Bytes.of(() -> {
            E exchange = withBody();
            stage.done(exchange);
            return exchange;
        });
        assertThat(done).as("bytes of a new exchange that is done").isEqualTo(made);
    }

    void nothingIsCastToAnInterface() {
        E exchange = withHeaders(List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"));
        stage.setProperty(exchange, "tenant", "a");
        stage.addCompletion(exchange, () -> {});
        stage.addCompletion(exchange, () -> {});
        for (Class<?> type = exchange.getClass(); type != null; type = type.getSuperclass()) {
            assertThat(type.getInterfaces())
                    .as("interfaces of %s", type.getName())
                    .isEmpty();
        }
        for (Class<?> type : Casts.classesOf(exchange)) {
            assertThat(Casts.in(type, true))
                    .as("casts to interfaces in %s", type.getName())
                    .isEmpty();
        }
    }

    // ---- steps 13 to 15

    /** The sender keeps the original and writes to it; the receiver writes to the copy. */
    void passThrough(IntFunction<step13.Exercise> rings) {
        step13.Exercise ring = rings.apply(Integer.MAX_VALUE - 3);
        for (int i = 0; i < 20; i++) {
            E sent = stage.create(i);
            stage.setHeader(sent, "Number", i);
            assertThat(ring.offer(stage.copy(sent))).isTrue();
            stage.setHeader(sent, "Number", "of the sender");
            E taken = exchange(ring.poll());
            assertThat(stage.getBody(taken)).isEqualTo(i);
            assertThat(stage.getHeader(taken, "number")).isEqualTo(i);
            stage.setHeader(taken, "Number", "of the receiver");
            assertThat(stage.getHeader(sent, "number")).isEqualTo("of the sender");
        }
    }

    /** Two consumers sleep. Each exchange that a consumer takes is done, and its completion tells the sender. */
    void passBetween(Function<Consumer<String>, step14.Exercise> mailboxes) {
        List<String> woken = new ArrayList<>();
        List<Object> done = new ArrayList<>();
        step14.Exercise mailbox = mailboxes.apply(woken::add);
        assertThat(mailbox.take("one")).isNull();
        assertThat(mailbox.take("two")).isNull();
        for (String body : List.of("first", "second")) {
            E sent = stage.create(body);
            stage.addCompletion(sent, () -> done.add(body));
            mailbox.send(sent);
        }
        for (int i = 0; i < woken.size(); i++) {
            Object taken = mailbox.take(woken.get(i));
            if (taken != null) {
                stage.done(exchange(taken));
            }
        }
        assertThat(done).as("exchanges that are done").containsExactly("first", "second");
    }

    @SuppressWarnings("unchecked") // only exchanges were sent
    private E exchange(Object taken) {
        return (E) taken;
    }

    /** In turn, so that the compiler does not know which one is next. */
    void threeKindsReadIt() {
        E exchange = Message.filled(stage);
        stage.setFact(exchange, Fact.SPLIT_INDEX, 1000);
        List<Supplier<Object>> kinds = List.of(
                () -> stage.getHeader(exchange, "X-Customer") == Message.VALUE ? Message.VALUE : wrong(),
                () -> stage.getProperty(exchange, "tenant") == Message.VALUE ? Message.VALUE : wrong(),
                () -> stage.splitIndex(exchange) == 1000 ? Message.VALUE : wrong());
        int[] next = {0};
        makesNothing(() -> kinds.get(next[0]++ % 3).get());
    }

    // ---- step 16

    /** Writes to every field, some through the methods and some not, calls reset, and looks at every field. */
    void aResetLeavesNothing() {
        E used = Message.filled(stage);
        E fresh = stage.create(null);
        stage.setFact(used, Fact.SPLIT_INDEX, 1);
        stage.addCompletion(used, () -> {});
        stage.copy(used);
        for (Field field : fields(used.getClass())) {
            if (Modifier.isFinal(field.getModifiers())) {
                assertThat(read(field, used))
                        .as("%s is final, so no message may differ in it", field.getName())
                        .isSameAs(read(field, fresh));
            } else {
                write(field, used);
            }
        }
        stage.reset(used);
        for (Field field : fields(used.getClass())) {
            if (field.getType() == long.class) {
                assertThat(read(field, used)).as(field.getName()).isNotEqualTo(7L); // a time may be a new one
            } else {
                assertThat(read(field, used)).as(field.getName()).isEqualTo(read(field, fresh));
            }
        }
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> next = type; next != Object.class; next = next.getSuperclass()) {
            for (Field field : next.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object read(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** What a message before may have left there. A field of another type keeps what the methods wrote to it. */
    private static void write(Field field, Object owner) {
        Class<?> type = field.getType();
        try {
            if (type == long.class) {
                field.set(owner, 7L);
            } else if (type == int.class) {
                field.set(owner, 7);
            } else if (type == boolean.class) {
                field.set(owner, true);
            } else if (type == Throwable.class) {
                field.set(owner, new Exception("of the message before"));
            } else if (type == String.class) {
                field.set(owner, "of the message before");
            } else if (type == Object.class && field.get(owner) == null) {
                field.set(owner, "of the message before");
            }
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        }
    }

    void aResetLeavesTheCopies() {
        E used = Message.filled(stage);
        E copy = stage.copy(used);
        stage.reset(used);
        stage.setHeader(used, "Priority", "of the next message");
        stage.setProperty(used, "tenant", "of the next message");
        assertThat(stage.getHeader(copy, "Priority")).isEqualTo(Message.VALUE);
        assertThat(stage.getProperty(copy, "tenant")).isEqualTo(Message.VALUE);
    }
}
