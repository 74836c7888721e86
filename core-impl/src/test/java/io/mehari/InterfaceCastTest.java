package io.mehari;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.exchange.DefaultExchange;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/** Law E2: one concrete exchange class, and no cast on the hot path names an interface. */
class InterfaceCastTest {

    /** The places where a cast may name an interface, and why it does no harm there. */
    private static final Map<String, String> OFF_THE_HOT_PATH = Map.ofEntries(
            // Comparing whole maps: the contract of Map names the interfaces.
            entry("io.mehari.collect.slots.SlotMap.equals", "equals of a map takes any Map"),
            entry("io.mehari.collect.slots.SlotMap$KeySet.equals", "equals of a key set takes any Set"),
            entry("io.mehari.collect.slots.SlotMap$SlotEntry.equals", "equals of an entry takes any Map.Entry"),
            entry(
                    "io.mehari.collect.slots.SlotMap.findEntry",
                    "contains and remove of the entry set take any Map.Entry"),
            entry(
                    "io.mehari.impl.exchange.DefaultExchange.setHeaders",
                    "a foreign map's entries; between messages no map is read"),
            // Conversion of a value that is not of the wanted type yet: the objects cast are values and converters.
            entry("io.mehari.impl.convert.*", "converts values, never an exchange"),
            entry("io.mehari.spi.internal.Problem$Text.code", "an exception is printed"),
            // Threads: pools and delayed tasks, no exchange.
            entry("io.mehari.impl.threads.*", "pools and tasks start and end"),
            // Components: none of these casts is of an exchange.
            entry("io.mehari.impl.engine.AsRoute.call", "a processor that is no route"),
            entry("io.mehari.impl.component.MessageText.*", "what kind of body is written to a log"),
            // Routes: while they are described, compiled, started and stopped.
            entry("io.mehari.builder.PredicateBuilder.plain", "a predicate is made"),
            entry("io.mehari.impl.text.Condition.<init>", "a predicate is made"),
            entry("io.mehari.impl.text.Condition.elements", "a collection is searched"),
            entry("io.mehari.impl.text.Condition.hasEqual", "a collection is searched"),
            entry("io.mehari.impl.text.Recipient.readText", "a text is read"),
            entry("io.mehari.impl.engine.WithinRoute.*", "something is stopped"),
            entry("io.mehari.impl.engine.Shared.*", "a producer is closed, or a route stops"),
            entry("io.mehari.spi.internal.Nearest$Seldom.of", "a name is not known, at most once a second"),
            entry("io.mehari.impl.template.Senders$Ready.<init>", "a producer is looked at once"),
            entry("io.mehari.impl.context.DefaultRoute.*", "a route starts and stops"),
            entry("io.mehari.impl.endpoint.Endpoints.*", "an endpoint is made, starts and stops"),
            entry("io.mehari.impl.endpoint.EndpointRequest.*", "an endpoint is made"),
            entry("io.mehari.spi.internal.OtherOptions.find", "an option of a URI is not known"),
            entry("io.mehari.impl.base.Lifecycles.*", "something starts or stops"),
            entry("io.mehari.impl.context.DefaultShutdownStrategy.giveUp", "a stop whose limit is over"),
            entry("io.mehari.impl.engine.ProducerCache.getPendingExchangesSize", "a route stops"),
            entry("io.mehari.impl.engine.ProducerCache.giveUp", "a stop whose limit is over"),
            // Only in routes that somebody watches; what is cast is who watches.
            entry("io.mehari.impl.engine.Watchers.*", "a notifier is told"),
            // In a route: the objects cast are values, parts of templates and producers, never an exchange.
            entry("io.mehari.impl.text.TextTemplate.evaluate", "the parts of a text"),
            entry("io.mehari.impl.text.TextTemplate.text", "what kind of value is written to a log"),
            entry("io.mehari.impl.text.Late.*", "a text is read for a context"),
            entry("io.mehari.impl.text.Parts.*", "once for each split: what kind of value is it"),
            entry("io.mehari.builder.ValueBuilder.append", "a text is put together"),
            entry("io.mehari.impl.text.Condition.isTrue", "a value that is used as a condition: no exchange is cast"),
            entry("io.mehari.impl.aggregate.Aggregator.isPlain", "a key that is no string"),
            entry("io.mehari.builder.model.AggregateSettings.with", "a route is compiled"),
            entry("io.mehari.spi.EndpointOptions.<init>", "an endpoint is made"),
            entry("io.mehari.impl.compile.*", "a route is compiled"),
            entry("io.mehari.impl.context.ContextServices.insight", "a route is described for a person"),
            entry("io.mehari.impl.pattern.Threads.<init>", "a route is compiled"),
            entry("io.mehari.impl.pattern.Threads.giveUp", "the limit of a stop is over"),
            entry("io.mehari.impl.pattern.WireTap.<init>", "a route is compiled"),
            entry("io.mehari.impl.engine.Steps.send", "a producer is looked at once"),
            entry("io.mehari.impl.engine.Steps$SendAsync.onlySender", "a route is compiled"),
            entry("io.mehari.builder.BlockDefinition.nameLast", "a route is described"),
            entry("io.mehari.builder.AggregateDefinition.*", "a route is described"),
            entry("io.mehari.builder.EnrichDefinition.*", "a route is described"),
            entry("io.mehari.builder.FanDefinition.*", "a route is described"),
            entry("io.mehari.builder.LoopDefinition.*", "a route is described"),
            entry("io.mehari.builder.OnCompletionDefinition.*", "a route is described"),
            entry("io.mehari.builder.OnExceptionDefinition.*", "a route is described"),
            entry("io.mehari.builder.PollEnrichDefinition.*", "a route is described"),
            entry("io.mehari.builder.ExpressionClause.<init>", "a route is described"),
            entry("io.mehari.builder.ProcessorDefinition.*", "a route is described"),
            entry("io.mehari.builder.RedeliverySettings.*", "a route is described"),
            entry("io.mehari.builder.ExecutorDefinition.*", "a route is described"),
            entry("io.mehari.builder.WireTapDefinition.*", "a route is described"),
            entry("io.mehari.builder.Services.*", "a route is described"),
            entry("io.mehari.impl.text.CoreValues.method", "a route is compiled"),
            entry("io.mehari.spi.internal.Log.logger", "a line is logged: no exchange is cast"),
            entry("io.mehari.spi.internal.Values.find", "the first route is described"),
            entry("io.mehari.impl.text.TextLanguage.<clinit>", "a text is read"),
            entry(
                    "io.mehari.impl.text.Comparing.ordered",
                    "a value that is not a number is compared: no exchange is cast"),
            // Completions: only an exchange to which somebody added one has any.
            entry("io.mehari.impl.exchange.DefaultUnitOfWork.handoverSynchronization", "completions change hands"),
            entry("io.mehari.impl.exchange.DefaultUnitOfWork.allowsHandover", "completions change hands"),
            entry("io.mehari.impl.exchange.DefaultUnitOfWork.takeForHandover", "completions change hands"),
            entry("io.mehari.impl.exchange.DefaultUnitOfWork.done", "completions run"),
            entry("io.mehari.impl.exchange.DefaultUnitOfWork.addSynchronization", "a second completion comes"),
            entry("io.mehari.impl.exchange.DefaultUnitOfWork.takeAll", "completions change hands"),
            entry("io.mehari.spi.Completions.*", "completions are ordered and run"));

    @Test
    void e2_noHotPathCastNamesAnInterface() {
        Set<InterfaceCasts.Site> found = new LinkedHashSet<>();
        List<ClassReader> classes = ShippedClasses.read();
        classes.forEach(each -> found.addAll(InterfaceCasts.in(each)));

        assertThat(classes).as("the scan sees the classes").hasSizeGreaterThan(60);
        assertThat(found.stream().filter(site -> !OFF_THE_HOT_PATH.containsKey(listed(site))))
                .as("casts to an interface that are not in the list")
                .isEmpty();
        Set<String> places =
                found.stream().map(InterfaceCastTest::listed).collect(Collectors.toCollection(TreeSet::new));
        assertThat(OFF_THE_HOT_PATH.keySet())
                .as("entries of the list for which there is no cast any more")
                .isSubsetOf(places);
    }

    /**
     * How a place is called in the list: by its method, or by a star for its whole class or, for conversions, package.
     */
    private static String listed(InterfaceCasts.Site site) {
        String place = site.place();
        String type = place.substring(0, place.lastIndexOf('.')).replaceFirst("\\$.*", "");
        String wholeClass = type + ".*";
        String wholePackage = type.substring(0, type.lastIndexOf('.')) + ".*";
        return OFF_THE_HOT_PATH.containsKey(place)
                ? place
                : OFF_THE_HOT_PATH.containsKey(wholeClass)
                        ? wholeClass
                        : OFF_THE_HOT_PATH.containsKey(wholePackage) ? wholePackage : place;
    }

    @Test
    void theScanFindsEveryKindOfPlace() throws IOException {
        List<String> found = InterfaceCasts.in(new ClassReader(Samples.class.getName())).stream()
                .map(site -> site.method() + " -> " + site.target())
                .distinct()
                .toList();
        assertThat(found)
                .containsExactlyInAnyOrder(
                        "cast -> java.lang.Runnable",
                        "test -> java.lang.Runnable",
                        "erased -> java.lang.Runnable",
                        "array -> java.lang.Runnable",
                        "arrays -> java.lang.Runnable[][]",
                        "lambda -> java.util.Map$Entry",
                        "inLambda -> java.lang.Runnable");
    }

    @SuppressWarnings("unused")
    private static final class Samples {
        static Object cast(Object object) {
            return (Runnable) object;
        }

        static boolean test(Object object) {
            return object instanceof Runnable;
        }

        static void erased(List<Runnable> list) {
            list.get(0).run();
        }

        static Object array() {
            return new Runnable[1];
        }

        static Object arrays() {
            return new Runnable[1][1];
        }

        static Comparator<Map.Entry<String, String>> lambda() {
            return (a, b) -> 0;
        }

        static Runnable inLambda(Object object) {
            return () -> ((Runnable) object).run();
        }

        static Object toAClass(Object object) {
            return (String) object;
        }
    }

    @Test
    void e2_exactlyOneConcreteExchange() {
        List<Class<?>> concrete = ShippedClasses.read().stream()
                .<Class<?>>map(each -> ShippedClasses.load(each.getClassName()))
                .filter(Message.class::isAssignableFrom)
                .filter(each -> !Modifier.isAbstract(each.getModifiers()))
                .toList();
        assertThat(concrete).containsExactly(DefaultExchange.class);
    }

    /** HotSpot finds a class's first eight ancestors by one load; a longer chain would go where interfaces go. */
    @Test
    void e2_theChainIsOfClassesAloneAndShort() {
        List<Class<?>> chain = new ArrayList<>();
        for (Class<?> each = DefaultExchange.class; each != null; each = each.getSuperclass()) {
            assertThat(each.getInterfaces()).as("interfaces of %s", each).isEmpty();
            chain.add(each);
        }
        assertThat(chain)
                .contains(Message.class, Exchange.class, io.mehari.spi.ExchangeExtension.class)
                .hasSizeLessThanOrEqualTo(8);
    }
}
