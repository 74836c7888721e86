package step18;

/** Exercise: a route remembers the number of its last message. It must not keep the message. */
public class Exercise {

    /** A message with a number and a large body. */
    public record Message(long number, Object body) {}

    private Message last;

    public Exercise() {}

    /** Called for each message. */
    public void passed(Message message) {
        last = message;
    }

    /** The number of the last message that passed, or -1. */
    public long lastNumber() {
        return last == null ? -1 : last.number();
    }
}
