package io.mehari.component.mock;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.InvalidOptionException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code mock:name}: keeps the messages that it receives and compares them with expectations. */
public final class MockComponent extends Component {

    static final EndpointOption<Integer> EXPECTED_COUNT =
            EndpointOption.optional("expectedCount", Integer.class, "the exact number of expected messages");
    static final EndpointOption<Integer> RETAIN_FIRST = EndpointOption.optional(
            "retainFirst",
            Integer.class,
            "number of first messages to keep; 0 for none. If neither this nor retainLast is set, the first "
                    + Arrivals.KEPT_BY_DEFAULT + " are kept");
    static final EndpointOption<Integer> RETAIN_LAST =
            EndpointOption.optional("retainLast", Integer.class, "number of last messages to keep");
    static final EndpointOption<Duration> RESULT_WAIT_TIME = EndpointOption.of(
            "resultWaitTime",
            Duration.class,
            Duration.ofSeconds(10),
            "how long an assertion waits for the expected messages");
    static final EndpointOption<Duration> RESULT_MINIMUM_WAIT_TIME = EndpointOption.of(
            "resultMinimumWaitTime", Duration.class, Duration.ZERO, "minimum time until all messages have arrived");
    static final EndpointOption<Duration> ASSERT_PERIOD = EndpointOption.of(
            "assertPeriod",
            Duration.class,
            Duration.ZERO,
            "how long the expectations must stay true after they were met");
    static final EndpointOption<Boolean> FAIL_FAST = EndpointOption.of(
            "failFast", Boolean.class, true, "fail an assertion at the first wrong message, not at the end");
    private static final List<EndpointOption<?>> OPTIONS = List.of(
            EXPECTED_COUNT,
            RETAIN_FIRST,
            RETAIN_LAST,
            RESULT_WAIT_TIME,
            RESULT_MINIMUM_WAIT_TIME,
            ASSERT_PERIOD,
            FAIL_FAST);

    public MockComponent() {}

    @Override
    public String getScheme() {
        return "mock";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return OPTIONS;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        if (remaining.isEmpty()) {
            throw new ResolveEndpointFailedException(uri, "it has no name; write mock:name, as in mock:result", null);
        }
        for (EndpointOption<Integer> option : List.of(EXPECTED_COUNT, RETAIN_FIRST, RETAIN_LAST)) {
            refuseNegative(uri, option, options.find(option));
        }
        for (EndpointOption<Duration> option : List.of(RESULT_WAIT_TIME, RESULT_MINIMUM_WAIT_TIME, ASSERT_PERIOD)) {
            refuseNegative(uri, option, options.get(option).toMillis());
        }
        return new MockEndpoint(getContext(), uri, options);
    }

    private static void refuseNegative(String uri, EndpointOption<?> option, @Nullable Number value) {
        if (value != null && value.longValue() < 0) {
            throw new InvalidOptionException(
                    uri,
                    "option " + option + " must be 0 or more, not " + value + "; leave it out for its default",
                    null);
        }
    }
}
