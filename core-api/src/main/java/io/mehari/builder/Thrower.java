package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Processor;
import io.mehari.builder.simple.TextTemplate;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/** Throws a new exception for each message. */
final class Thrower implements Processor {
    private final Constructor<? extends Exception> constructor;
    private final @Nullable Expression message;

    Thrower(Class<? extends Exception> type, @Nullable String text) {
        message = text == null ? null : TextTemplate.parse(text);
        try {
            constructor = message == null ? type.getConstructor() : type.getConstructor(String.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "throwException(" + type.getSimpleName() + ".class, message): the class has no public constructor "
                            + (message == null ? "without arguments" : "with a text") + "; throw it by a processor",
                    e);
        }
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        throw message == null
                ? constructor.newInstance()
                : constructor.newInstance(message.evaluate(exchange, String.class));
    }
}
