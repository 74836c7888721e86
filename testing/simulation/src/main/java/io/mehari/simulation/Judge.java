package io.mehari.simulation;

/** What the judges check at the end of a schedule. */
enum Judge {
    ONCE("a message came twice, or a step ran twice for it"),
    LOST("a message was accepted, and neither processed nor reported"),
    COMPLETIONS("a completion did not run exactly once, or in the wrong order"),
    MIXED("a message has something of another one"),
    ORDER("one consumer got the messages of one sender in another order"),
    FAILURE("a message failed without a reason"),
    REDELIVERY("a step was tried too often or too rarely, or at the wrong time"),
    REPLY("a request got no reply, or that of another"),
    TIME("a delay, a timer or a throttle was wrong"),
    SHARED("a thread that routes share waited, or the timer ran user code"),
    COUNTS("counts are not back at zero, or do not agree with what happened"),
    POOL("exchanges were not released to the pool exactly once"),
    STOP("a stop took too long"),
    STATE("a call of the life cycle led to another state than its rules say"),
    DEADLOCK("nothing could run, and a thread or the test waited"),
    THREAD("a thread still runs after the stop"),
    UNFIT("the context could not be built"),
    ESCAPED("an exception escaped to where none may come");

    private final String meaning;

    Judge(String meaning) {
        this.meaning = meaning;
    }

    String meaning() {
        return meaning;
    }
}
