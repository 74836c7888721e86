package step19.solution;

import java.util.Objects;
import step19.Exercise;

/** The text is made if it is logged, and there is no array of arguments, no lambda that captures and no stream. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public int send(String endpoint, Object body) {
        if (debug) {
            log("sending to " + endpoint + ": " + body);
        }
        Objects.requireNonNull(endpoint);
        Objects.requireNonNull(body);
        int told = 0;
        for (int i = 0; i < strategies.size(); i++) {
            Strategy strategy = strategies.get(i);
            if (strategy.wants(endpoint)) {
                strategy.sent(endpoint, body);
                told++;
            }
        }
        return told;
    }
}
