package io.mehari.builder;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Predicate;
import org.junit.jupiter.api.Test;

/** Predicates tell what they ask for. */
class ConditionTest {

    private static void shows(Predicate predicate, String words) {
        assertThat(predicate).hasToString(words);
    }

    @Test
    void aConditionShowsItsValueAndWhatItIsComparedWith() {
        shows(body().isEqualTo("x"), "body == x");
        shows(header("type").isNotEqualTo(null), "header(type) != null");
        shows(exchangeProperty("p").isLessThan(1), "exchangeProperty(p) < 1");
        shows(body().isLessThanOrEqualTo(1), "body <= 1");
        shows(body().isGreaterThan(header("limit")), "body > header(limit)");
        shows(body().isGreaterThanOrEqualTo(1), "body >= 1");
        shows(body().isEqualToIgnoreCase("X"), "body =~ X");
        shows(body().isNull(), "body is null");
        shows(body().isNotNull(), "body is not null");
        shows(body().isInstanceOf(String.class), "body instanceof java.lang.String");
        shows(body().in("a", 1), "body in [a, 1]");
        shows(body(String.class).contains("a"), "body(String) contains a");
        shows(body().startsWith("a"), "body startsWith a");
        shows(body().endsWith("a"), "body endsWith a");
        shows(body().regex("^\\d$"), "body regex ^\\d$");
    }

    @Test
    void joinedConditionsShowEachOfThem() {
        Predicate one = body().isNull();
        Predicate other = header("h").isEqualTo(1);
        shows(PredicateBuilder.and(one, other), "(body is null) and (header(h) == 1)");
        shows(PredicateBuilder.or(one, other), "(body is null) or (header(h) == 1)");
        shows(PredicateBuilder.not(one), "not (body is null)");
    }
}
