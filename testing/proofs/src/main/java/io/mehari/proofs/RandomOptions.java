package io.mehari.proofs;

import picocli.CommandLine.Option;

/** The options of every proof whose cases are random. */
public class RandomOptions {
    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "the same seed makes the same cases (a new one each time)")
    public long seed = System.nanoTime() % 1_000_000;

    @Option(
            names = "--from",
            paramLabel = "K",
            description = "begins with case K, to continue a run that was ended (0)")
    public long from;

    @Option(names = "--only", paramLabel = "K", description = "runs only case K of that seed")
    public long only = -1;

    @Option(names = "--reports", paramLabel = "N", description = "ends after N failed cases (3)")
    public int reports = 3;

    @Option(names = "--no-shrink", description = "prints failed cases without making them smaller")
    public boolean whole;

    @Option(names = "--threads", paramLabel = "N", description = "how many run at the same time (one per processor)")
    public int threads = Runtime.getRuntime().availableProcessors();

    final long first() {
        return only >= 0 ? only : from;
    }
}
