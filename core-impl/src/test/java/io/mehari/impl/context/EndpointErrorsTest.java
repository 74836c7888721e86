package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.NoSuchEndpointException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.UnknownOptionException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.ShelfComponent;
import io.mehari.impl.ShelfComponent.ShelfEndpoint;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The meaning of URIs, and the error messages for invalid ones: the URI, the mistake and the remedy. */
class EndpointErrorsTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @BeforeEach
    void addComponent() {
        context.addComponent(new ShelfComponent());
        context.getRoutingContextExtension()
                .getTypeConverterRegistry()
                .addTypeConverter(Integer.class, String.class, (text, exchange) -> Integer.valueOf(text));
        context.getRoutingContextExtension()
                .getTypeConverterRegistry()
                .addTypeConverter(Boolean.class, String.class, (text, exchange) -> parseBoolean(text));
        context.getRoutingContextExtension()
                .getTypeConverterRegistry()
                .addTypeConverter(
                        ExchangePattern.class, String.class, (text, exchange) -> ExchangePattern.valueOf(text));
    }

    private static boolean parseBoolean(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(text);
        }
        return text.equals("true");
    }

    private ShelfEndpoint endpoint(String uri) {
        return (ShelfEndpoint) context.getEndpoint(uri);
    }

    private <T extends ResolveEndpointFailedException> T refused(Class<T> type, String uri) {
        ResolveEndpointFailedException[] refusal = new ResolveEndpointFailedException[1];
        assertThatExceptionOfType(type)
                .isThrownBy(() -> context.getEndpoint(uri))
                .withMessageContaining(uri)
                .satisfies(e -> refusal[0] = e);
        assertThat(refusal[0].getUri()).isEqualTo(uri);
        assertThat(context.getEndpoints()).as("nothing half made is kept").isEmpty();
        return type.cast(refusal[0]);
    }

    @Test
    void uriGivesPathAndOptions() {
        ShelfEndpoint endpoint = endpoint("shelf://a/b?size=7&sorted=true&label=a%20b+c&pattern=InOut");
        assertThat(endpoint.path).isEqualTo("a/b");
        assertThat(endpoint.options.get(ShelfComponent.SIZE)).isEqualTo(7);
        assertThat(endpoint.options.get(ShelfComponent.SORTED)).isTrue();
        assertThat(endpoint.options.find(ShelfComponent.LABEL)).isEqualTo("a b+c");
        assertThat(endpoint.createExchange().getPattern()).isEqualTo(ExchangePattern.InOut);
        assertThat(endpoint.options.isSet(ShelfComponent.SIZE)).isTrue();
        assertThat(context.getEndpoint(endpoint.getEndpointUri())).isSameAs(endpoint);
        assertThat(endpoint("shelf:a?label=RAW(a&b=%20)&size=1").options.find(ShelfComponent.LABEL))
                .isEqualTo("a&b=%20");
        assertThat(endpoint("shelf:a?label=RAW{a)&b=%20}&size=1").options.find(ShelfComponent.LABEL))
                .isEqualTo("a)&b=%20");
        assertThatThrownBy(() -> context.getEndpoint("shelf:a?label=RAW{a)"))
                .hasMessageContaining("begins with RAW{ but does not end with }");
    }

    @Test
    void uriWithoutOptionsGivesDefaults() {
        ShelfEndpoint endpoint = endpoint("shelf:a");
        assertThat(endpoint.path).isEqualTo("a");
        assertThat(endpoint.options.get(ShelfComponent.SIZE)).isEqualTo(5);
        assertThat(endpoint.options.isSet(ShelfComponent.SIZE)).isFalse();
        assertThat(endpoint.options.find(ShelfComponent.LABEL)).isNull();
        assertThatExceptionOfType(InvalidOptionException.class)
                .isThrownBy(() -> endpoint.options.get(ShelfComponent.LABEL))
                .withMessageContainingAll("label", "what it says", "shelf:a");
    }

    @Test
    void uriWithAReferenceTakesItFromTheRegistry() {
        context.getRegistry().bind("nine", 9);
        assertThat(endpoint("shelf:a?size=#nine").options.get(ShelfComponent.SIZE))
                .isEqualTo(9);
    }

    @Test
    void unknownSchemeIsNamedAndTheNearestSuggested() {
        assertThat(refused(NoSuchEndpointException.class, "shelv:a"))
                .hasMessageContainingAll("'shelv'", "did you mean 'shelf'?", "Known:");
        assertThat(refused(NoSuchEndpointException.class, "zzzzzzzz:a"))
                .hasMessageContainingAll("'zzzzzzzz'", "shelf")
                .hasMessageNotContaining("did you mean");
    }

    @Test
    void s5_aSchemeOfAnArtifactThatIsNotThereNamesIt() {
        assertThat(refused(NoSuchEndpointException.class, "mock:a"))
                .hasMessageContainingAll("'mock'", "io.mehari:mehari-testing", "test scope");
        assertThat(refused(NoSuchEndpointException.class, "disruptor:a"))
                .hasMessageContaining("io.mehari:mehari-components-queue");
    }

    @Test
    void uriWithoutSchemeSaysHowToWriteOne() {
        assertThat(refused(NoSuchEndpointException.class, "shelf")).hasMessageContaining("direct:orders");
        assertThat(refused(NoSuchEndpointException.class, ":a")).hasMessageContaining("scheme");
        assertThat(refused(NoSuchEndpointException.class, "shelf?a=b:c")).hasMessageContaining("question mark");
    }

    @Test
    void unknownOptionIsNamedTheNearestSuggestedAndAllListed() {
        assertThat(refused(UnknownOptionException.class, "shelf:a?sise=7"))
                .hasMessageContainingAll("'sise'", "did you mean 'size'?", "label, pattern, size, sorted");
        assertThat(refused(UnknownOptionException.class, "shelf:a?SIZE=7")).hasMessageContaining("'size'");
        assertThat(refused(UnknownOptionException.class, "shelf:a?completely=7"))
                .hasMessageContaining("label, pattern, size, sorted")
                .hasMessageNotContaining("did you mean");
    }

    @Test
    void badValueIsNamedWithItsOptionAndWhatItTakes() {
        assertThat(refused(InvalidOptionException.class, "shelf:a?size=seven"))
                .hasMessageContainingAll("size", "a whole number", "'seven'")
                .hasRootCauseInstanceOf(NumberFormatException.class);
        assertThat(refused(InvalidOptionException.class, "shelf:a?sorted=perhaps"))
                .hasMessageContainingAll("sorted", "true or false", "'perhaps'");
        assertThat(refused(InvalidOptionException.class, "shelf:a?pattern=Both"))
                .hasMessageContainingAll("pattern", "InOnly, InOut", "'Both'");
    }

    @Test
    void optionGivenTwiceIsRefused() {
        assertThat(refused(InvalidOptionException.class, "shelf:a?size=7&size=8"))
                .hasMessageContainingAll("size", "twice");
    }

    @Test
    void optionThatIsNoneIsRefused() {
        assertThat(refused(InvalidOptionException.class, "shelf:a?size")).hasMessageContaining("name=value");
        assertThat(refused(InvalidOptionException.class, "shelf:a?=7")).hasMessageContaining("name=value");
        assertThat(refused(InvalidOptionException.class, "shelf:a?label=%zz")).hasMessageContaining("%zz");
    }

    @Test
    void missingReferenceIsNamed() {
        assertThat(refused(InvalidOptionException.class, "shelf:a?size=#nobody"))
                .hasMessageContainingAll("size", "#nobody", "registry");
    }

    @Test
    void componentsOwnFailureIsTheCause() {
        assertThat(refused(ResolveEndpointFailedException.class, "shelf:broken"))
                .hasMessageContaining("the shelf is broken")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void componentIsAddedOncePerScheme() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addComponent(new ShelfComponent()))
                .withMessageContaining("shelf");
        assertThatIllegalStateException()
                .isThrownBy(() -> new ShelfComponent().getContext())
                .withMessageContainingAll("ShelfComponent", "addComponent");
        assertThat(context.hasComponent("nothing")).isNull();
    }

    @Test
    void endpointThatCannotBePolledSaysSo() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> endpoint("shelf:a").createPollingConsumer())
                .withMessageContainingAll("shelf:a", "route");
    }
}
