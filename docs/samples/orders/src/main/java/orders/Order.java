package orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a client orders. The client chooses the id, so that it can send the same order again. */
public record Order(String id, String item, int quantity) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST = 100;
    private static final int MOST = 1000;

    /** The message of this exception is for the client. */
    public static final class Invalid extends Exception {
        private static final long serialVersionUID = 1L;

        Invalid(String why) {
            super(why);
        }
    }

    /** Reads and checks an order. */
    public static Order read(byte[] json) throws Invalid {
        Order order;
        try {
            order = JSON.readValue(json, Order.class);
        } catch (JsonProcessingException e) {
            throw new Invalid("not an order in JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new Invalid("not an order in JSON"); // not in UTF-8, for example
        }
        List<String> wrong = new ArrayList<>();
        if (order == null || isNoName(order.id)) {
            wrong.add("id must have 1 to " + LONGEST + " characters");
        }
        if (order == null || isNoName(order.item)) {
            wrong.add("item must have 1 to " + LONGEST + " characters");
        }
        if (order == null || order.quantity < 1 || order.quantity > MOST) {
            wrong.add("quantity must be 1 to " + MOST);
        }
        if (!wrong.isEmpty()) {
            throw new Invalid(String.join("; ", wrong));
        }
        return order;
    }

    private static boolean isNoName(String text) {
        return text == null || text.isBlank() || text.length() > LONGEST;
    }

    /** This order as JSON. */
    public String json() throws JsonProcessingException {
        return JSON.writeValueAsString(this);
    }
}
