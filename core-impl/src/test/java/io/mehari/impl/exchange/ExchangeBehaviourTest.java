package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingExecutionException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.ShelfComponent;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An exchange's properties, failure, pattern, ids and flags, in all the forms that users of Camel know. */
class ExchangeBehaviourTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AbstractExchange exchange = new DefaultExchange(context);

    @Test
    void e1_messageAndExtensionAreTheExchangeItself() {
        assertThat(exchange.getMessage()).isSameAs(exchange);
        assertThat(exchange.getIn()).isSameAs(exchange);
        assertThat(exchange.getExchange()).isSameAs(exchange);
        assertThat(exchange.getExchangeExtension()).isSameAs(exchange);
        assertThat(exchange.getContext()).isSameAs(context);
        assertThat(exchange.copy().getExchange()).isNotSameAs(exchange);
    }

    @Test
    void e1_storageComesWithTheFirstWrite() {
        exchange.setBody("b");
        exchange.getHeader("h");
        exchange.removeHeader("h");
        exchange.getHeaders().remove("h");
        exchange.getProperty("p");
        exchange.removeProperty("p");
        exchange.copy();
        Map<String, Object> values = FullExchange.values(exchange);
        for (String field : List.of("headers", "properties", "exchangeId", "work", "correlationId", "exception")) {
            assertThat(values.get(field)).as(field).isNull();
        }
        exchange.setHeader("h", 1);
        assertThat(exchange.storage(true)).isNotNull();
        exchange.setProperty("p", 1);
        assertThat(exchange.storage(false)).isNotNull();
    }

    @Test
    void messageCanBeReplaced() {
        Exchange other = new DefaultExchange(context);
        other.setBody("other");
        exchange.setMessage(other);
        assertThat(exchange.getBody()).isEqualTo("other");
        other.setBody("again");
        exchange.setIn(other);
        assertThat(exchange.getBody()).isEqualTo("again");
    }

    // ---- where from

    @Test
    void originIsAnEndpointsOrNobodys() {
        assertThat(exchange.getFromEndpoint()).isNull();
        assertThat(exchange.getFromRouteId()).isNull();
        assertThat(exchange.getPattern()).isEqualTo(ExchangePattern.InOnly);

        ShelfComponent.ShelfEndpoint endpoint = ShelfComponent.endpoint(context, "shelf:a");
        for (Exchange made : List.of(endpoint.createExchange(), endpoint.createExchange())) {
            assertThat(made.getFromEndpoint()).isSameAs(endpoint);
            assertThat(made.getContext()).isSameAs(context);
            made.getExchangeExtension().setFromRouteId("route");
            assertThat(made.copy().getFromRouteId()).isEqualTo("route");
            assertThat(made.copy().getFromEndpoint()).isSameAs(endpoint);
            made.getExchangeExtension().setFromEndpoint(null);
            assertThat(made.getFromEndpoint()).isNull();
            assertThat(made.getFromRouteId()).isEqualTo("route");
        }
        assertThat(endpoint.createExchange().getFromRouteId())
                .as("one exchange's route is not its sibling's")
                .isNull();
    }

    @Test
    void patternIsOneWayOrTwoWay() {
        assertThat(new DefaultExchange(context, ExchangePattern.InOut).getPattern())
                .isEqualTo(ExchangePattern.InOut);
        exchange.setPattern(ExchangePattern.InOut);
        assertThat(exchange.getPattern()).isEqualTo(ExchangePattern.InOut);
        assertThat(exchange.copy().getPattern()).isEqualTo(ExchangePattern.InOut);
        exchange.setPattern(ExchangePattern.InOnly);
        assertThat(exchange.getPattern()).isEqualTo(ExchangePattern.InOnly);
    }

    @Test
    void idsAreUniqueAndStable() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            Exchange each = new DefaultExchange(context);
            assertThat(each.getExchangeId()).isEqualTo(each.getExchangeId()).matches("[0-9A-Z]{12}-[0-9A-Z]+");
            ids.add(each.getExchangeId());
            ids.add(each.copy().getExchangeId());
        }
        ids.add(new DefaultExchange(new DefaultRoutingContext()).getExchangeId());
        assertThat(ids).hasSize(4_001);
        exchange.setExchangeId("mine");
        assertThat(exchange.getExchangeId()).isEqualTo("mine");
        exchange.setExchangeId(null);
        assertThat(exchange.getExchangeId()).isNotEqualTo("mine");
    }

    // ---- properties

    @Test
    void propertyIsGivenAsItIsConvertedOrByDefault() {
        exchange.setProperty("number", 42);
        exchange.setProperty("empty", null);
        assertThat(exchange.getProperty("number")).isEqualTo(42);
        assertThat(exchange.getProperty("number", String.class)).isEqualTo("42");
        assertThat(exchange.getProperty("number", 7, String.class)).isEqualTo("42");
        for (String name : List.of("absent", "empty", "Number")) {
            assertThat(exchange.getProperty(name)).isNull();
            assertThat(exchange.getProperty(name, String.class)).isNull();
            assertThat(exchange.getPropertyOrDefault(name, "default")).isEqualTo("default");
            assertThat(exchange.getProperty(name, 7, String.class)).isEqualTo("7");
        }
        assertThat(exchange.getProperties()).containsOnlyKeys("number", "empty");
        assertThat(exchange.removeProperty("number")).isEqualTo(42);
        assertThat(exchange.removeProperty("number")).isNull();
        assertThat(exchange.hasProperties()).isTrue();
        assertThatNullPointerException()
                .isThrownBy(() -> exchange.getProperty(null))
                .withMessage("The name of a property must not be null");
        assertThatNullPointerException()
                .isThrownBy(() -> exchange.setProperty(null, 1))
                .withMessage("The name of a property must not be null");
    }

    @Test
    void propertiesAreRemovedByPatternExceptTheExcluded() {
        for (String name : List.of("foo.a", "foo.b", "bar")) {
            exchange.setProperty(name, 1);
        }
        exchange.setProperty(Exchange.LOOP_INDEX, 1);
        assertThat(exchange.removeProperties("foo*", "foo.b")).isTrue();
        assertThat(exchange.getProperties()).containsOnlyKeys("foo.b", "bar");
        assertThat(exchange.removeProperties("*")).isTrue();
        assertThat(exchange.hasProperties()).isFalse();
        assertThat(exchange.removeProperties("*")).isFalse();
        assertThat(exchange.getProperty(Exchange.LOOP_INDEX))
                .as("facts are not entries")
                .isEqualTo(1);
    }

    // ---- failure

    @Test
    void exceptionIsFoundInTheChainOfCauses() {
        assertThat(exchange.isFailed()).isFalse();
        assertThat(exchange.getException(Exception.class)).isNull();
        IOException cause = new IOException("cause");
        IllegalStateException outer = new IllegalStateException("outer", new IllegalArgumentException(cause));
        exchange.setException(outer);
        assertThat(exchange.isFailed()).isTrue();
        assertThat(exchange.getException()).isSameAs(outer);
        assertThat(exchange.getException(RuntimeException.class)).isSameAs(outer);
        assertThat(exchange.getException(IOException.class)).isSameAs(cause);
        assertThat(exchange.getException(InterruptedException.class)).isNull();
        exchange.setException(null);
        assertThat(exchange.isFailed()).isFalse();
    }

    @Test
    void exceptionIsSoughtInARingOfCausesWithoutEnd() {
        IllegalStateException one = new IllegalStateException("one");
        one.initCause(new IllegalArgumentException("two", one));
        exchange.setException(one);
        assertThat(exchange.getException(IllegalArgumentException.class)).isSameAs(one.getCause());
        assertThat(exchange.getException(IOException.class)).isNull();
    }

    @Test
    void exceptionThatIsAnErrorIsWrappedAndNamesTheExchange() {
        OutOfMemoryError error = new OutOfMemoryError("on purpose");
        exchange.setException(error);
        assertThat(exchange.getException())
                .isInstanceOf(RoutingExecutionException.class)
                .hasCause(error)
                .hasMessageContaining(exchange.getExchangeId());
        assertThat(exchange.getException(OutOfMemoryError.class)).isSameAs(error);
        assertThat(((RoutingExecutionException) exchange.getException()).getExchange())
                .isSameAs(exchange);
    }

    @Test
    void flagsAreIndependentOfEachOther() {
        AbstractExchange extension = exchange;
        List<Runnable> setters = List.of(
                () -> exchange.setRollbackOnly(true),
                () -> exchange.setRouteStop(true),
                () -> extension.setTransacted(true),
                () -> extension.setFailureHandled(true),
                () -> extension.setRedeliveryExhausted(true),
                () -> extension.setErrorHandlerHandled(true));
        for (int i = 0; i < setters.size(); i++) {
            setters.get(i).run();
            assertThat(flags(extension).stream().filter(flag -> flag).count()).isEqualTo(i + 1);
        }
        extension.setErrorHandlerHandled(false);
        assertThat(extension.getErrorHandlerHandled()).isFalse();
        extension.setErrorHandlerHandled(null);
        assertThat(extension.getErrorHandlerHandled()).isNull();
        exchange.setRouteStop(false);
        assertThat(exchange.isRouteStop()).isFalse();
        assertThat(exchange.isRollbackOnly()).isTrue();
    }

    private static List<Boolean> flags(AbstractExchange extension) {
        return List.of(
                extension.isRollbackOnly(),
                extension.isRouteStop(),
                extension.isTransacted(),
                extension.isFailureHandled(),
                extension.isRedeliveryExhausted(),
                Boolean.TRUE.equals(extension.getErrorHandlerHandled()));
    }

    @Test
    void toStringTellsIdPatternAndBodysTypeButNotItsText() {
        exchange.setBody("a secret");
        assertThat(exchange.toString())
                .contains(exchange.getExchangeId(), "InOnly", "java.lang.String")
                .doesNotContain("secret");
    }
}
