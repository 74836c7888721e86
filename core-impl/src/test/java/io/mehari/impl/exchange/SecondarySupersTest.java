package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Message;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Synchronization;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Law E2 at run time: no exchange ever takes part in JDK-8180450, the write that a cast to an interface makes into the
 * field {@code _secondary_super_cache} of the object's class.
 *
 * <p>What is shown, and what is not. No JVM counts how often that field is read, so "never consulted" cannot be
 * observed as such; that no instruction of ours asks for it is what {@link io.mehari.InterfaceCastTest} shows, on the
 * compiled classes. Here HotSpot's own memory is read: the list that such a cast would search is empty for the
 * exchange's class, so no cast to an interface can succeed, and only a cast that succeeds writes. And the field is
 * still null after every kind of cast the API allows, often enough for both compilers to have had their turn, and even
 * after casts to interfaces that no program of sense would make. A class with two interfaces shows that the reading
 * works: its field follows each cast up to JDK 22; later JDKs no longer write it.
 */
class SecondarySupersTest {

    private static final int ROUNDS = 20_000;

    private final RoutingContext context = new DefaultRoutingContext("casts");

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void e2_theExchangeHasNothingThatACastToAnInterfaceCouldFind() {
        HotSpotClass exchange = read(DefaultExchange.class);
        for (int i = 0; i < ROUNDS; i++) {
            everyKindOfCast(i);
        }
        assertThat(exchange.secondarySupers()).isZero();
        assertThat(exchange.remembersNothing()).isTrue();

        Object object = new DefaultExchange(context);
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(isRunnable(object)).isFalse();
            assertThat(Map.class.isInstance(object)).isFalse();
        }
        assertThatThrownBy(() -> ((Runnable) object).run()).isInstanceOf(ClassCastException.class);
        assertThat(exchange.remembersNothing()).isTrue();
    }

    @Test
    void theReadingWorks() {
        HotSpotClass both = read(Both.class);
        assertThat(both.secondarySupers()).isGreaterThanOrEqualTo(2);
        if (Runtime.version().feature() < 23) { // later ones search a table and write nothing
            assertThatTheFieldFollowsEachCast(both);
        }
    }

    private static void assertThatTheFieldFollowsEachCast(HotSpotClass both) {
        Object object = new Both();
        assertThat(isRunnable(object)).isTrue();
        assertThat(both.remembers(read(Runnable.class))).isTrue();
        assertThat(isCloseable(object)).isTrue();
        assertThat(both.remembers(read(Closeable.class))).isTrue();
    }

    private static HotSpotClass read(Class<?> type) {
        return HotSpotClass.of(type).orElseGet(() -> {
            assumeTrue(false, "Not a JVM whose classes can be read in this way");
            throw new AssertionError();
        });
    }

    private static final class Both implements Runnable, Closeable {
        @Override
        public void run() {}

        @Override
        public void close() {}
    }

    private static boolean isRunnable(Object object) {
        return object instanceof Runnable;
    }

    private static boolean isCloseable(Object object) {
        return object instanceof Closeable;
    }

    // ---- every road on which an exchange is cast

    private final ExchangeFactory pool = new Exchanges(context, 4, false);
    private final ExchangeFactory prototypes = new Exchanges(Origin.of(context));
    private final AggregationStrategy join = (old, next) -> old == null ? next : old;
    private final Processor nothing = exchange -> {};

    private void everyKindOfCast(int round) {
        ExchangeFactory factory = (round & 1) == 0 ? pool : prototypes;
        Exchange exchange = factory.create(ExchangePattern.InOut);
        Exchange copy = factory.copy(exchange);
        asMessage(exchange);
        asBody(exchange, copy);
        asPart(exchange, copy);
        copied(exchange, copy);
        asElement(exchange, copy);
        assertThat(Pools.release(exchange)).isEqualTo(factory == pool);
        Pools.release(copy);
    }

    private void asMessage(Exchange exchange) {
        Message message = exchange.getMessage();
        assertThat(exchange.getIn() == message && message.getExchange() == exchange)
                .isTrue();
        ExchangeExtension extension = exchange.getExchangeExtension();
        extension.setSplit(1, 2, true);
        message.setHeader("name", 1);
        Integer header = message.getHeader("name", Integer.class);
        Comparable<?> same = message.getHeader("name", Comparable.class);
        exchange.setProperty("name", message);
        Message property = exchange.getProperty("name", Message.class);
        assertThat(header == 1 && same != null && property == message).isTrue();
        try {
            nothing.process(exchange);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** An exchange as the body of another: as a class it is one, as an interface it is not, nor can it become one. */
    private static void asBody(Exchange exchange, Exchange body) {
        exchange.setBody(body);
        assertThat(exchange.getBody(Exchange.class) == body && exchange.getBody(DefaultExchange.class) == body)
                .isTrue();
        assertThat(exchange.getBody(Runnable.class)).isNull();
        exchange.setBody(null);
    }

    private void asPart(Exchange exchange, Exchange copy) {
        Exchange joined = join.aggregate(null, exchange);
        joined = join.aggregate(joined, copy, exchange);
        exchange.getExchangeExtension().addOnCompletion(new Nothing());
        exchange.getExchangeExtension().handoverCompletions(copy);
        assertThat(joined == exchange && copy.getUnitOfWork().getExchange() == copy)
                .isTrue();
        ((AbstractExchange) copy).end();
    }

    private static final class Nothing implements Synchronization {
        @Override
        public void onComplete(Exchange exchange) {}

        @Override
        public void onFailure(Exchange exchange) {}
    }

    private static void copied(Exchange exchange, Exchange copy) {
        Message again = exchange.getMessage().copy();
        again.copyFrom(copy);
        copy.setMessage(exchange);
        copy.setHeaders(exchange.getHeaders());
        copy.setHeaders(new CaseInsensitiveMap<>(exchange.getHeaders()));
        assertThat(again.getExchange().copy().getExchangeExtension().isTransacted())
                .isFalse();
    }

    private static void asElement(Exchange exchange, Exchange copy) {
        List<Exchange> list = new ArrayList<>(List.of(exchange, copy));
        Exchange[] array = list.toArray(new Exchange[0]);
        Object[] objects = array;
        objects[0] = copy;
        assertThat(list.get(0) == exchange && array[0] == objects[1]).isTrue();
    }
}
