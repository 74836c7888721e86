package io.mehari.lab.worse;

/** What makes it worse. */
public final class Worse {
    public static final int EXTRA = 900;

    private Worse() {}
}
