package io.mehari.impl.exchange;

import io.mehari.Exchange;

/** The properties that an exchange keeps as primitive fields ("facts"), by name. */
final class Facts {
    static final int NONE = 0;
    static final int SPLIT_INDEX = 1;
    static final int SPLIT_SIZE = 2;
    static final int SPLIT_COMPLETE = 3;
    static final int LOOP_INDEX = 4;
    static final int CORRELATION_ID = 5;
    static final int REDELIVERY_COUNTER = 6;

    static final String[] NAMES = {
        Exchange.SPLIT_INDEX,
        Exchange.SPLIT_SIZE,
        Exchange.SPLIT_COMPLETE,
        Exchange.LOOP_INDEX,
        Exchange.CORRELATION_ID,
        Exchange.REDELIVERY_COUNTER
    };

    private static final int SHORTEST = 15;

    private Facts() {}

    /** The fact with this name. For nearly every other name it costs two comparisons. */
    static int of(String name) {
        return name.length() < SHORTEST || name.charAt(0) != 'M' ? NONE : lookUp(name);
    }

    private static int lookUp(String name) {
        return switch (name) {
            case Exchange.SPLIT_INDEX -> SPLIT_INDEX;
            case Exchange.SPLIT_SIZE -> SPLIT_SIZE;
            case Exchange.SPLIT_COMPLETE -> SPLIT_COMPLETE;
            case Exchange.LOOP_INDEX -> LOOP_INDEX;
            case Exchange.CORRELATION_ID -> CORRELATION_ID;
            case Exchange.REDELIVERY_COUNTER -> REDELIVERY_COUNTER;
            default -> NONE;
        };
    }
}
