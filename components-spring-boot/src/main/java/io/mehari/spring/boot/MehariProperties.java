package io.mehari.spring.boot;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code mehari.*} of an application.
 *
 * @param name the name of the context; default: the name of the application, {@code spring.application.name}
 * @param profile {@code dev}, {@code prod} or nothing
 * @param autoStartup whether the context starts with the application
 * @param shutdownTimeout how long a stop waits for accepted messages
 * @param routeTimes whether the time in each route is measured
 * @param messageHistory whether each message records its last steps; default: only with the profile {@code dev}
 * @param tracing whether each step is logged; default: false
 * @param lifecycleLog whether a line is logged when the context has started and when it has stopped
 * @param jmx whether the context, its routes and its queues have MBeans
 */
@ConfigurationProperties(prefix = "mehari", ignoreUnknownFields = false) // a mistyped one is refused
public record MehariProperties(
        @Nullable String name,
        @Nullable String profile,
        @DefaultValue("true") boolean autoStartup,
        @DefaultValue("45s") Duration shutdownTimeout,
        @DefaultValue("false") boolean routeTimes,
        @Nullable Boolean messageHistory,
        @Nullable Boolean tracing,
        @DefaultValue("true") boolean lifecycleLog,
        @DefaultValue("false") boolean jmx) {}
