package io.mehari.impl.component;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.OptionSet;
import io.mehari.spi.internal.SafeText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An endpoint that makes messages without a body at intervals. */
final class TimerEndpoint extends Endpoint {

    private static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(36_500);

    static final OptionSet OPTIONS = new OptionSet();

    private static final EndpointOption<Duration> DELAY = OPTIONS.of(
            "delay",
            Duration.ofSeconds(1),
            "time from the start to the first message; if negative, the first comes at once, and each other one as soon"
                    + " as the route is done with the one before: the period is ignored");
    private static final EndpointOption<Duration> PERIOD =
            OPTIONS.of("period", Duration.ofSeconds(1), "time between messages; 0 or less: a single message");
    private static final EndpointOption<Long> REPEAT_COUNT =
            OPTIONS.of("repeatCount", 0L, "number of messages; 0 for no limit");
    private static final EndpointOption<Boolean> FIXED_RATE = OPTIONS.of(
            "fixedRate",
            false,
            "messages come at start + delay + n * period; after a route took too long, one message is late and"
                    + " the other missed ones are skipped. If false, the period starts anew with a message that is"
                    + " late by more than half a period");
    private static final EndpointOption<Boolean> INCLUDE_METADATA = OPTIONS.of(
            "includeMetadata",
            false,
            "set the properties " + Exchange.TIMER_NAME + ", " + Exchange.TIMER_PERIOD + ", " + Exchange.TIMER_COUNTER
                    + " and " + Exchange.TIMER_FIRED_TIME + ", the last also as a header");
    private static final EndpointOption<ExchangePattern> EXCHANGE_PATTERN =
            OPTIONS.of("exchangePattern", ExchangePattern.InOnly, "the pattern of the exchanges: InOnly or InOut");
    private static final EndpointOption<String> TIME = OPTIONS.text(
            "time",
            "date and time of the first message instead of a delay, such as 2026-12-24 18:00:00 in the time zone of the"
                    + " machine; at once if it is past");
    private static final EndpointOption<String> PATTERN =
            OPTIONS.text("pattern", "the pattern of time, as in DateTimeFormatter, such as dd.MM.yyyy HH:mm");

    final String name;
    final long delayMillis;
    final long periodMillis;
    final long repeatCount;
    final boolean fixedRate;
    private final boolean includeMetadata;
    private final ExchangePattern pattern;
    private final @Nullable Instant time;

    TimerEndpoint(RoutingContext context, String uri, String name, EndpointOptions options) {
        super(context, uri);
        this.name = name;
        delayMillis = options.millis(DELAY);
        periodMillis = options.millis(PERIOD);
        repeatCount = options.get(REPEAT_COUNT);
        fixedRate = options.get(FIXED_RATE);
        includeMetadata = options.get(INCLUDE_METADATA);
        pattern = options.get(EXCHANGE_PATTERN);
        time = time(options);
        if (name.isEmpty()) {
            throw new ResolveEndpointFailedException(uri, "it has no name; write timer:name, as in timer:tick", null);
        }
        options.check(
                !fixedRate || periodMillis > 0, "option fixedRate needs a period above 0, not " + periodMillis + " ms");
    }

    private static @Nullable Instant time(EndpointOptions options) {
        String text = options.find(TIME);
        String pattern = options.find(PATTERN);
        options.check(text != null || pattern == null, "option pattern needs a time");
        options.check(
                text == null || !options.isSet(DELAY), "option time is instead of a delay: leave one of them out");
        if (text == null) {
            return null;
        }
        try {
            LocalDateTime local = pattern == null
                    ? LocalDateTime.parse(text.replace(' ', 'T'))
                    : LocalDateTime.parse(text, strict(pattern));
            return local.atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new InvalidOptionException(
                    options.uri(),
                    "option time takes "
                            + (pattern == null
                                    ? "2026-12-24 18:00:00 or 2026-12-24T18:00:00"
                                    : "the pattern " + pattern)
                            + ", not '" + SafeText.of(text) + "'",
                    e);
        }
    }

    /** A format that takes no 31 February. Then the yyyy of a pattern needs an era. */
    private static DateTimeFormatter strict(String pattern) {
        return new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter()
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /** The milliseconds from now until the first message; at most some years, because nanoseconds are added up. */
    long millisToFirst() {
        long millis = time == null ? delayMillis : time.toEpochMilli() - System.currentTimeMillis();
        return Math.max(0, Math.min(MOST_MILLIS, millis));
    }

    @Override
    public ExchangePattern getExchangePattern() {
        return pattern;
    }

    /** Whether another message may come after this many. */
    boolean goesOnAfter(long count) {
        return (repeatCount <= 0 || count < repeatCount) && (count == 0 || delayMillis < 0 || periodMillis > 0);
    }

    /** Creates the message with this number, from 1. */
    @SuppressWarnings("JavaUtilDate") // what users of the property expect
    Exchange newExchange(long number) {
        Exchange exchange = createExchange();
        if (includeMetadata) {
            Date now = new Date();
            exchange.setProperty(Exchange.TIMER_NAME, name);
            exchange.setProperty(Exchange.TIMER_PERIOD, periodMillis);
            exchange.setProperty(Exchange.TIMER_COUNTER, number);
            exchange.setProperty(Exchange.TIMER_FIRED_TIME, now);
            exchange.setHeader(Exchange.TIMER_FIRED_TIME, now);
        }
        return exchange;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException(
                this + " accepts no messages: a route can start from a timer, not send to it");
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new TimerConsumer(this, processor);
    }
}
