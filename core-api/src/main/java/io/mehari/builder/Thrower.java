package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Processor;
import java.lang.reflect.Constructor;

/** Throws a new exception for each message. */
final class Thrower implements Processor {
    private final Constructor<? extends Exception> constructor;
    private final Expression message;

    Thrower(Class<? extends Exception> type, Expression message) {
        this.message = message;
        try {
            constructor = type.getConstructor(String.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "throwException(" + type.getSimpleName() + ".class, message): the class has no public constructor"
                            + " with a text; throw it by a processor",
                    e);
        }
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        throw constructor.newInstance(message.evaluate(exchange, String.class));
    }
}
