package io.mehari.lab.worse;

/** The change that makes the operation worse. */
public final class Worse {
    public static final int EXTRA = 900;

    private Worse() {}
}
