package io.mehari.spring.boot;

import io.mehari.spi.internal.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.Order;

/** Says which property a mistyped {@code mehari.*} is probably meant to be. */
@Order(0) // before the analyzer of Spring Boot, which names the property alone
final class MistypedPropertyAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {
    private static final String PREFIX = "mehari.";

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        for (ConfigurationProperty each : cause.getUnboundProperties()) {
            String name = each.getName().toString();
            if (name.startsWith(PREFIX)) {
                return new FailureAnalysis(
                        "There is no property " + name + Nearest.suggestion(name, known()),
                        "Correct its name" + (each.getOrigin() == null ? "" : " in " + each.getOrigin()) + ".",
                        cause);
            }
        }
        return null;
    }

    private static List<String> known() {
        return Arrays.stream(MehariProperties.class.getRecordComponents())
                .map(each ->
                        PREFIX + each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
    }
}
