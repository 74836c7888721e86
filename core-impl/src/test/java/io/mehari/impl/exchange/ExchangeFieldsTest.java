package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ExchangePattern;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * E4: every field and every flag is classified for {@code copy()} and for release, and behaves as classified. Enter a
 * new field here, and set it in {@link FullExchange}.
 */
class ExchangeFieldsTest {

    private enum OnCopy {
        /** The copy has the same value. */
        COPIED,
        /** The copy refers to the same storage, and both sides know. */
        SHARED,
        /** The copy has what a new exchange has. */
        RESET
    }

    private enum OnRelease {
        RESET,
        KEPT
    }

    private record Fate(OnCopy onCopy, OnRelease onRelease, String why) {}

    private static Fate copied(String why) {
        return new Fate(OnCopy.COPIED, OnRelease.RESET, why);
    }

    private static Fate fresh(String why) {
        return new Fate(OnCopy.RESET, OnRelease.RESET, why);
    }

    private static final Map<String, Fate> FIELDS = new TreeMap<>(Map.ofEntries(
            Map.entry("body", copied("the same object")),
            Map.entry("headers", new Fate(OnCopy.SHARED, OnRelease.RESET, "until either side writes")),
            Map.entry("properties", new Fate(OnCopy.SHARED, OnRelease.RESET, "until either side writes")),
            Map.entry("headerChanges", new Fate(OnCopy.RESET, OnRelease.KEPT, "moves on: old iterators must notice")),
            Map.entry("propertyChanges", new Fate(OnCopy.RESET, OnRelease.KEPT, "moves on: old iterators must notice")),
            Map.entry("flags", copied("each flag for itself, below")),
            Map.entry("origin", copied("immutable; the message came in where it came in")),
            Map.entry("route", copied("a part goes on in the route of the whole")),
            Map.entry("created", copied("the message entered the system once")),
            Map.entry("exception", copied("a copy of what has failed has failed")),
            Map.entry("exchangeId", fresh("a copy is another exchange")),
            Map.entry("correlationId", copied("a fact of the message")),
            Map.entry("splitIndex", copied("a fact of the message")),
            Map.entry("splitSize", copied("a fact of the message")),
            Map.entry("loopIndex", copied("a fact of the message")),
            Map.entry("redeliveryCounter", copied("a fact of the message")),
            Map.entry("work", fresh("completions stay with the original")),
            Map.entry("slot", new Fate(OnCopy.RESET, OnRelease.KEPT, "a pooled exchange's place for life"))));

    private static final Map<String, Fate> WORK = new TreeMap<>(Map.of(
            "exchange", fresh("its own"),
            "completions", fresh("completions stay with the original"),
            "continuation", fresh("a copy is not suspended"),
            "handling", fresh("the steps of a handler run on the original"),
            "original", fresh("kept for the exchange that came in"),
            "messageId", copied("the message is the same")));

    private static final Map<String, Fate> FLAGS = new TreeMap<>(Map.ofEntries(
            Map.entry("HEADERS_SHARED", copied("both sides know")),
            Map.entry("PROPERTIES_SHARED", copied("both sides know")),
            Map.entry("IN_OUT", copied("pattern")),
            Map.entry("SPLIT_COMPLETE", copied("a fact of the message")),
            Map.entry("SPLIT_COMPLETE_KNOWN", copied("a fact of the message")),
            Map.entry("ROLLBACK_ONLY", copied("how the message is")),
            Map.entry("ROUTE_STOP", copied("how the message is")),
            Map.entry("TRANSACTED", copied("how the message is")),
            Map.entry("FAILURE_HANDLED", copied("goes with the exception")),
            Map.entry("ERROR_HANDLER_DECIDED", copied("goes with the exception")),
            Map.entry("ERROR_HANDLER_HANDLED", copied("goes with the exception")),
            Map.entry("REDELIVERY_EXHAUSTED", copied("goes with the exception")),
            Map.entry("FAILURE_PLACED", copied("goes with the exception")),
            Map.entry("LEFT_TO_ROUTE", fresh("a copy belongs to the code that made it")),
            Map.entry("CALL", copied("what a part calls is nested in what the whole calls")),
            Map.entry("WORK_DONE", fresh("a copy's work lies before it")),
            Map.entry("WORK_ENDING", fresh("a copy's work lies before it")),
            Map.entry(
                    "RELEASED", fresh("a released exchange cannot be copied; set by release, in checked mode only"))));

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Exchanges pool = new Exchanges(context, 4, false);

    private static List<String> names(Class<?> type) {
        return FullExchange.fields(type).stream()
                .map(java.lang.reflect.Field::getName)
                .toList();
    }

    @Test
    void e4_everyFieldAndFlagIsClassified() {
        assertThat(FIELDS.keySet()).isEqualTo(new TreeSet<>(names(DefaultExchange.class)));
        assertThat(names(DefaultExchange.class)).doesNotHaveDuplicates();
        assertThat(WORK.keySet()).isEqualTo(new TreeSet<>(names(DefaultUnitOfWork.class)));
        assertThat(FLAGS.keySet()).isEqualTo(new TreeSet<>(FullExchange.flags().keySet()));
    }

    @Test
    void e4_fullExchangeSetsEveryFieldAndFlag() {
        AbstractExchange full = full();
        Map<String, Object> fresh = FullExchange.values(new DefaultExchange(context));
        FullExchange.values(full)
                .forEach((name, value) -> assertThat(value)
                        .as("%s is not set by FullExchange.fill: set it there", name)
                        .isNotEqualTo(fresh.get(name)));
        FullExchange.flags()
                .forEach((name, bit) -> assertThat(full.is(bit))
                        .as("flag %s is not set by FullExchange.fill: set it there", name)
                        .isEqualTo(!name.equals("RELEASED")));
    }

    @Test
    void e4_copyTreatsEveryFieldAsClassified() {
        assertCopied(full(), AbstractExchange::copy);
    }

    @Test
    void e4_copyFromAPoolTreatsEveryFieldAsClassified() {
        AbstractExchange used = pool.create(ExchangePattern.InOut);
        FullExchange.fill(used);
        Pools.release(used);
        AbstractExchange full = new DefaultExchange(context);
        FullExchange.fill(full);
        AbstractExchange copy = pool.copy(full);
        assertThat(copy).isSameAs(used);
        Map<String, Object> before = FullExchange.values(full);
        Map<String, Object> after = FullExchange.values(copy);
        FIELDS.forEach((name, fate) -> {
            if (fate.onRelease == OnRelease.RESET && !name.equals("flags") && !name.equals("work")) {
                assertThat(after.get(name))
                        .as(name)
                        .isEqualTo(fate.onCopy == OnCopy.RESET ? unset(before.get(name)) : before.get(name));
            }
        });
        assertThat(copy.flags).isEqualTo(full.flags & copiedFlags());
        assertThat(copy.getMessageId()).isEqualTo("secret message id");
    }

    private void assertCopied(AbstractExchange full, java.util.function.UnaryOperator<AbstractExchange> copying) {
        AbstractExchange copy = copying.apply(full);
        Map<String, Object> before = FullExchange.values(full);
        Map<String, Object> after = FullExchange.values(copy);
        Map<String, Object> fresh = FullExchange.values(new DefaultExchange(context));
        FIELDS.forEach((name, fate) -> {
            if (name.equals("flags") || name.equals("work")) {
                return; // below
            }
            switch (fate.onCopy) {
                case RESET -> assertThat(after.get(name)).as(name).isEqualTo(fresh.get(name));
                case COPIED -> assertThat(after.get(name)).as(name).isEqualTo(before.get(name));
                case SHARED -> assertThat(after.get(name)).as(name).isNotNull().isSameAs(before.get(name));
            }
        });
        assertThat(copy.flags).isEqualTo(full.flags & copiedFlags());
        assertThat(copy.flags & (Flags.HEADERS_SHARED | Flags.PROPERTIES_SHARED))
                .isEqualTo(3);
        assertWorkCopied(full, copy);
    }

    private static int copiedFlags() {
        return FullExchange.flags().entrySet().stream()
                .filter(flag -> FLAGS.get(flag.getKey()).onCopy == OnCopy.COPIED)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private void assertWorkCopied(AbstractExchange full, AbstractExchange copy) {
        assertThat(copy.getUnitOfWork()).isNotSameAs(full.getUnitOfWork());
        Map<String, Object> before = FullExchange.values(full.getUnitOfWork());
        Map<String, Object> after = FullExchange.values(copy.getUnitOfWork());
        Map<String, Object> fresh = FullExchange.values(new DefaultUnitOfWork(copy));
        WORK.forEach((name, fate) -> assertThat(after.get(name))
                .as(name)
                .isEqualTo(fate.onCopy == OnCopy.COPIED ? before.get(name) : fresh.get(name)));
    }

    @Test
    void e4_releaseTreatsEveryFieldAsClassified() {
        AbstractExchange full = full();
        Map<String, Object> before = FullExchange.values(full);
        assertThat(Pools.release(full)).isTrue();
        Map<String, Object> after = FullExchange.values(full);
        FIELDS.forEach((name, fate) -> {
            if (name.endsWith("Changes")) {
                assertThat(after.get(name)).as(name).isNotEqualTo(before.get(name));
            } else if (name.equals("origin")) {
                Origin origin = (Origin) after.get(name);
                assertThat(origin.fromEndpoint).isNull();
                assertThat(origin.fromRouteId).isNull();
            } else if (fate.onRelease == OnRelease.KEPT) {
                assertThat(after.get(name)).as(name).isSameAs(before.get(name));
            } else {
                assertThat(after.get(name)).as(name).isEqualTo(unset(before.get(name)));
            }
        });
        assertThat(full.flags).isZero();
    }

    /** The default value of a field of the value's type. */
    private static Object unset(Object value) {
        if (value instanceof Long) {
            return 0L;
        }
        if (value instanceof Character) {
            return '\0';
        }
        return value instanceof Integer ? (Object) 0 : value instanceof Byte ? (Object) (byte) 0 : null;
    }

    /** A pooled exchange with everything set, the parts of its unit of work included. */
    private AbstractExchange full() {
        AbstractExchange full = pool.create(ExchangePattern.InOut);
        FullExchange.fill(full);
        return full;
    }

    @Test
    void e4_fullExchangeSetsEveryFieldOfTheUnitOfWork() {
        AbstractExchange exchange = new DefaultExchange(context);
        FullExchange.fillBeforeTheEnd(exchange);
        Map<String, Object> set = FullExchange.values(exchange.getUnitOfWork());
        assertThat(set).doesNotContainValue(null);
        AbstractExchange copy = exchange.copy();
        assertWorkCopied(exchange, copy);

        AbstractExchange one = new DefaultExchange(context);
        one.addOnCompletion(new RecordedCompletion("only", new ArrayList<>()));
        one.setMessageId("m");
        assertThat(FullExchange.values(one.getUnitOfWork()).get("completions")).isNotNull();
        assertWorkCopied(one, one.copy());
    }

    @Test
    void fault11_noFieldIsForgottenByACopy() {
        AbstractExchange full = new DefaultExchange(context);
        FullExchange.fill(full);
        assertCopied(full, AbstractExchange::copy);
        assertCopied(full, exchange -> exchange.copy().copy());
    }
}
