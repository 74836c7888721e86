package io.mehari.simulation;

/** The names of messages, which are their bodies: a name begins with that of the message from which it was made. */
final class Tokens {
    /*
     * A failure of m3>a.1.0 is that of a part, and of what was sent on for it. Which of the messages before it fail with
     * it is told by what joins the names:
     *
     *     ^  a sender that waits for the reply, or calls the route
     *     :  a part whose failure is that of the whole
     *     ~  a round of a loop
     *     >  a sender that does not wait
     *     .  a part with an error handler that keeps its failures
     *     !  what stands in a doTry
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

    /** The name of the message that entered the system. */
    static String root(String token) {
        for (int i = 0; i < token.length(); i++) {
            if (ALL.indexOf(token.charAt(i)) >= 0) {
                return token.substring(0, i);
            }
        }
        return token;
    }

    /** The one that sent that message without waiting; the message itself if none did. */
    static String sender(String token) {
        return before(token, SEND);
    }

    /** The one that waits for the reply to that message; the message itself if none does. */
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

    /** The message that fails with that part; its body may be that of another part. */
    static String whole(String token) {
        int end = token.length();
        for (int i = token.length() - 1; i > 0 && (ALL.indexOf(token.charAt(i)) < 0 || token.charAt(i) == PART); i--) {
            end = token.charAt(i) == PART ? i : end;
        }
        return token.substring(0, end);
    }

    /** Whether the failure of the one explains that the other did not go on. */
    static boolean explains(String failed, String other) {
        return joins(other, failed) || joins(failed, other);
    }

    private static boolean joins(String shorter, String longer) {
        if (!longer.startsWith(shorter)) {
            return false;
        }
        if (longer.length() > shorter.length() && ALL.indexOf(longer.charAt(shorter.length())) < 0) {
            return false; // m1 and m10
        }
        for (int i = shorter.length(); i < longer.length(); i++) {
            if (APART.indexOf(longer.charAt(i)) >= 0) {
                return false;
            }
        }
        return true;
    }
}
