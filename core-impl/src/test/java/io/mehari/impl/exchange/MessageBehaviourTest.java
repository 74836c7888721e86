package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.mehari.InvalidPayloadException;
import io.mehari.Message;
import io.mehari.NoTypeConversionAvailableException;
import io.mehari.TypeConversionException;
import io.mehari.impl.DefaultRoutingContext;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

/** A message's body, headers and id, in all the forms that users of Camel know. */
class MessageBehaviourTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final Message message = new DefaultExchange(context);

    MessageBehaviourTest() {
        context.getRoutingContextExtension()
                .getTypeConverterRegistry()
                .addTypeConverter(Integer.class, String.class, (text, exchange) -> Integer.valueOf(text));
    }

    private record Unknown() {}

    // ---- what is asked as a condition

    @Test
    void absentIsFalseWhenAskedAsAPrimitiveBoolean() {
        assertThat(message.getHeader("absent", boolean.class)).isFalse();
        assertThat(message.getHeader("absent", true, boolean.class)).isTrue();
        assertThat(message.getExchange().getProperty("absent", boolean.class)).isFalse();
        assertThat(message.getExchange().getProperty("absent", true, boolean.class))
                .isTrue();
        assertThat(message.getBody(boolean.class)).isFalse();
    }

    @Test
    void absentIsNullWhenAskedAsAnythingElse() {
        assertThat(message.getHeader("absent", Boolean.class)).isNull();
        assertThat(message.getHeader("absent", int.class)).isNull();
        assertThat(message.getHeader("absent", null, long.class)).isNull();
    }

    // ---- body

    @Test
    void bodyIsGivenAsItIsOrConverted() {
        assertThat(message.getBody()).isNull();
        assertThat(message.getBody(String.class)).isNull();
        message.setBody("42");
        assertThat(message.getBody()).isEqualTo("42");
        assertThat(message.getBody(CharSequence.class)).isSameAs(message.getBody());
        assertThat(message.getBody(Integer.class)).isEqualTo(42);
        assertThat(message.getBody(int.class)).isEqualTo(42);
        assertThat(message.getBody(Unknown.class)).as("no conversion is known").isNull();
        message.setBody(7);
        assertThat(message.getBody(String.class)).isEqualTo("7");
        message.setBody("8", Integer.class);
        assertThat(message.getBody()).isEqualTo(8);
    }

    @Test
    void bodyForWhichNoConversionIsKnownIsRefused() {
        message.setBody("before");
        assertThatExceptionOfType(NoTypeConversionAvailableException.class)
                .isThrownBy(() -> message.setBody("other", BitSet.class))
                .withMessageContaining("java.util.BitSet");
        assertThat(message.getBody()).isEqualTo("before");
        message.setBody(null, Unknown.class);
        assertThat(message.getBody()).isNull();
    }

    @Test
    void bodyWhoseConversionFailsIsAnErrorThatNamesBoth() {
        message.setBody("seven");
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> message.getBody(Integer.class))
                .withMessageContaining("java.lang.Integer")
                .withMessageContaining("seven");
        assertThat(message.getBody()).isEqualTo("seven");
    }

    @Test
    void mandatoryBodyMustBeThereAndConvert() throws Exception {
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(message::getMandatoryBody)
                .withMessageContaining(message.getExchange().getExchangeId())
                .withMessageContaining("null")
                .satisfies(e -> assertThat(e.getExchange()).isSameAs(message));
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(() -> message.getMandatoryBody(Integer.class))
                .withMessageContaining("java.lang.Integer");
        message.setBody("seven");
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(() -> message.getMandatoryBody(Integer.class))
                .withMessageContaining("seven")
                .withCauseInstanceOf(TypeConversionException.class);
        assertThatExceptionOfType(InvalidPayloadException.class)
                .isThrownBy(() -> message.getMandatoryBody(Unknown.class))
                .withMessageContaining("Unknown");
        message.setBody("7");
        assertThat(message.getMandatoryBody()).isEqualTo("7");
        assertThat(message.getMandatoryBody(Integer.class)).isEqualTo(7);
        assertThat(message.getMandatoryBody(String.class)).isSameAs(message.getBody());
    }

    // ---- headers

    @Test
    void headerIsGivenAsItIsConvertedOrByDefault() {
        message.setHeader("Number", "42");
        message.setHeader("Empty", null);
        assertThat(message.getHeader("number")).isEqualTo("42");
        assertThat(message.getHeader("number", Integer.class)).isEqualTo(42);
        assertThat(message.getHeaderOrDefault("NUMBER", "default")).isEqualTo("42");
        assertThat(message.getHeader("number", 7, Integer.class)).isEqualTo(42);
        for (String name : List.of("absent", "empty")) {
            assertThat(message.getHeader(name)).isNull();
            assertThat(message.getHeader(name, Integer.class)).isNull();
            assertThat(message.getHeaderOrDefault(name, "default")).isEqualTo("default");
            assertThat(message.getHeader(name, 7, Integer.class)).isEqualTo(7);
            assertThat(message.getHeader(name, "8", Integer.class)).isEqualTo(8);
            assertThat(message.getHeader(name, null, Integer.class)).isNull();
        }
        assertThat(message.getHeaders()).containsOnlyKeys("Number", "Empty");
        assertThat(message.removeHeader("EMPTY")).isNull();
        assertThat(message.removeHeader("NUMBER")).isEqualTo("42");
        assertThat(message.removeHeader("NUMBER")).isNull();
        assertThat(message.hasHeaders()).isFalse();
    }

    @Test
    void headersAreRemovedByPatternExceptTheExcluded() {
        List<String> names = List.of("CamelFileName", "camelFileLength", "CamelHttp", "other", "a.b");
        assertThat(remaining(names, "camelfile*")).containsExactly("CamelHttp", "other", "a.b");
        assertThat(remaining(names, "Camel*", "camelHTTP")).containsExactly("CamelHttp", "other", "a.b");
        assertThat(remaining(names, "*", "camelF*", "o(th)?er"))
                .containsExactly("CamelFileName", "camelFileLength", "other");
        assertThat(remaining(names, "OTHER")).containsExactly("CamelFileName", "camelFileLength", "CamelHttp", "a.b");
        assertThat(remaining(names, "camel(http|filename)")).containsExactly("camelFileLength", "other", "a.b");
        assertThat(remaining(names, "axb")).isEqualTo(names);
        assertThat(remaining(names, "a.b")).doesNotContain("a.b").hasSize(4);
        assertThat(remaining(names, "*")).isEmpty();
        assertThat(remaining(names, "none*")).isEqualTo(names);
    }

    private List<String> remaining(List<String> names, String pattern, String... excludes) {
        for (int filler : new int[] {0, 20}) { // flat and hashed
            message.setHeaders(Map.of());
            names.forEach(name -> message.setHeader(name, 1));
            for (int i = 0; i < filler; i++) {
                message.setHeader("filler" + i, i);
            }
            boolean removed = message.removeHeaders(pattern, excludes);
            List<String> left = message.getHeaders().keySet().stream()
                    .filter(names::contains)
                    .toList();
            assertThat(removed || left.size() == names.size()).isTrue();
            if (filler > 0) {
                return left;
            }
            assertThat(removed).isEqualTo(left.size() < names.size());
        }
        throw new AssertionError();
    }

    @Test
    void headersPatternThatIsNoneIsAnErrorAndRemovesNothing() {
        message.setHeader("a", 1);
        assertThatExceptionOfType(PatternSyntaxException.class).isThrownBy(() -> message.removeHeaders("(a"));
        assertThat(message.getHeaders()).containsOnlyKeys("a");
        assertThat(message.removeHeaders("b")).isFalse();
        assertThat(message.removeHeaders("A")).isTrue();
    }

    @Test
    void headersOfAMapReplaceThoseThatWere() {
        message.setHeader("old", 1);
        Map<String, Object> live = message.getHeaders();
        message.setHeaders(Map.of("New", 2));
        assertThat(live).isEqualTo(Map.of("New", 2));
        live.put("NEW", 3);
        assertThat(message.getHeader("new")).isEqualTo(3);
        assertThat(live).containsOnlyKeys("New");
    }

    @Test
    void nullNameIsAnErrorThatSaysWhatIsNull() {
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> uses = List.of(
                () -> message.getHeader(null),
                () -> message.getHeaderOrDefault(null, "default"),
                () -> message.setHeader(null, 1),
                () -> message.removeHeader(null));
        for (int headers = 0; headers < 2; headers++) {
            uses.forEach(use -> assertThatNullPointerException()
                    .isThrownBy(use)
                    .withMessage("The name of a header must not be null"));
            message.setHeader("present", 1);
        }
        assertThatNullPointerException()
                .isThrownBy(() -> message.getHeaders().put(null, 1))
                .withMessageContaining("must not be null");
    }

    @Test
    void headersOfAMapWithANameThatIsNoneAreRefusedBeforeTheOldOnesGo() {
        message.setHeader("old", 1);
        Map<String, Object> withNull = new LinkedHashMap<>();
        withNull.put("new", 2);
        withNull.put(null, 3);
        assertThatNullPointerException().isThrownBy(() -> message.setHeaders(withNull));
        @SuppressWarnings({"unchecked", "rawtypes"}) // what gets past the compiler
        Map<String, Object> withNumber = (Map) Map.of(7, 7);
        assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> message.setHeaders(withNumber));
        assertThat(message.getHeaders()).isEqualTo(Map.of("old", 1));
    }

    @Test
    void headersDefaultIsMadeOnlyWhereItIsNeeded() {
        message.setHeader("present", 1);
        message.setHeader("empty", null);
        Supplier<Object> made = () -> "made";
        assertThat(message.getHeaderOrElse("PRESENT", () -> {
                    throw new AssertionError("not needed");
                }))
                .isEqualTo(1);
        assertThat(message.getHeaderOrElse("empty", made)).isEqualTo("made");
        assertThat(message.getHeaderOrElse("absent", made)).isEqualTo("made");
        assertThat(message.getHeaders()).containsOnlyKeys("present", "empty");
    }

    // ---- the whole

    @Test
    void messageIdIsTheExchangesUnlessItHasItsOwn() {
        assertThat(message.getMessageId()).isEqualTo(message.getExchange().getExchangeId());
        message.setMessageId("own");
        assertThat(message.getMessageId()).isEqualTo("own");
        assertThat(message.getExchange().getExchangeId()).isNotEqualTo("own");
        assertThat(message.copy().getMessageId()).isEqualTo("own");
        message.setMessageId(null);
        assertThat(message.getMessageId()).isEqualTo(message.getExchange().getExchangeId());
        assertThat(message.copy().getMessageId()).isNotEqualTo(message.getMessageId());
    }

    @Test
    void copyFromTakesBodyHeadersAndMessageId() {
        Message other = new DefaultExchange(context);
        other.setBody("other");
        other.setHeader("other", 1);
        other.setMessageId("other id");
        other.getExchange().setProperty("stays", "there");
        message.setBody("mine");
        message.setHeader("mine", 1);
        message.getExchange().setProperty("mine", 1);
        String id = message.getExchange().getExchangeId();

        message.copyFrom(other);
        assertThat(message.getBody()).isEqualTo("other");
        assertThat(message.getHeaders()).isEqualTo(Map.of("other", 1));
        assertThat(message.getMessageId()).isEqualTo("other id");
        assertThat(message.getExchange().getExchangeId()).isEqualTo(id);
        assertThat(message.getExchange().getProperties()).isEqualTo(Map.of("mine", 1));

        message.copyFrom(message);
        assertThat(message.getHeaders()).isEqualTo(Map.of("other", 1));
        message.copyFrom(new DefaultExchange(context));
        assertThat(message.getBody()).isNull();
        assertThat(message.hasHeaders()).isFalse();
        assertThat(message.getMessageId()).isEqualTo(id);
    }
}
