package io.mehari.simulation;

/**
 * The names of messages, which are also their bodies. A name begins with the name of the message from which it was
 * made.
 */
final class Tokens {
    /*
     * A name such as m3>a.1.0 also names the messages from which its message was made. If the message fails, the sign
     * between two names says whether the message before it fails, too:
     *
     *     ^  a sender that waits for the reply, or calls the route
     *     :  a part whose failure makes the whole message fail
     *     ~  a round of a loop
     *     >  a sender that does not wait
     *     .  a part whose error handler keeps its failures from the whole message
     *     !  a message in a doTry
     */
    static final char CALL = '^';
    static final char PART = ':';
    static final char ROUND = '~';
    static final char SEND = '>';
    static final char OWN_PART = '.';
    static final char TRY = '!';
    private static final String APART = "" + SEND + OWN_PART + TRY;
    private static final String ALL = APART + CALL + PART + ROUND;

    private Tokens() {}

    static String derive(String token, char how, Object more) {
        return token + how + more;
    }

    /** The name of the original message that was sent to the context. */
    static String root(String token) {
        for (int i = 0; i < token.length(); i++) {
            if (ALL.indexOf(token.charAt(i)) >= 0) {
                return token.substring(0, i);
            }
        }
        return token;
    }

    /** The name of the message whose route sent this message without waiting; the message itself if there is none. */
    static String sender(String token) {
        return before(token, SEND);
    }

    /** The name of the message that waits for the reply to this message; the message itself if there is none. */
    static String caller(String token) {
        return before(token, CALL);
    }

    private static String before(String token, char last) {
        for (int i = token.length() - 1; i > 0; i--) {
            if (ALL.indexOf(token.charAt(i)) >= 0) {
                return token.charAt(i) == last ? token.substring(0, i) : token;
            }
        }
        return token;
    }

    /** The message that fails together with that part. Its body may be that of another part. */
    static String whole(String token) {
        int end = token.length();
        for (int i = token.length() - 1; i > 0 && (ALL.indexOf(token.charAt(i)) < 0 || token.charAt(i) == PART); i--) {
            end = token.charAt(i) == PART ? i : end;
        }
        return token.substring(0, end);
    }

    /** Whether the failure of the first message explains that the second one did not continue. */
    static boolean explains(String failed, String other) {
        return joins(other, failed) || joins(failed, other);
    }

    private static boolean joins(String shorter, String longer) {
        if (!longer.startsWith(shorter)) {
            return false;
        }
        if (longer.length() > shorter.length() && ALL.indexOf(longer.charAt(shorter.length())) < 0) {
            return false; // such as m1 and m10
        }
        for (int i = shorter.length(); i < longer.length(); i++) {
            if (APART.indexOf(longer.charAt(i)) >= 0) {
                return false;
            }
        }
        return true;
    }
}
