package io.mehari.simulation;

/** A broken law: the judge that found it, and what it saw. */
record Complaint(Judge judge, String text) {
    @Override
    public String toString() {
        return judge + ": " + text;
    }
}
