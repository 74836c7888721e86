package io.mehari.docs.mistakes;

/**
 * A mistake that a newcomer makes. What is printed then is on the page docs/results/mistakes.md.
 *
 * @param name the mistake in a few words
 * @param made makes it
 */
record Mistake(String name, Made made) {

    interface Made {
        void by(Newcomer newcomer) throws Throwable;
    }

    static Mistake mistake(String name, Made made) {
        return new Mistake(name, made);
    }

    @Override
    public String toString() {
        return name;
    }
}
