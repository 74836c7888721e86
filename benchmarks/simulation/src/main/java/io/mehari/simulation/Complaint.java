package io.mehari.simulation;

/** That a law was broken: which judge says so, and what it saw. */
record Complaint(Judge judge, String text) {
    @Override
    public String toString() {
        return judge + ": " + text;
    }
}
