package orders;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbcx.JdbcConnectionPool;

/** The tables of the application. What a method does is one transaction: after a kill all of it is there, or nothing. */
final class Database implements AutoCloseable {
    private static final String[] TABLES = {
        "create table if not exists orders(id varchar(100) primary key, item varchar(100), quantity int)",
        "create table if not exists outbox(number bigint generated always as identity primary key,"
                + " order_id varchar(100), json varchar(1000))",
        "create table if not exists seen(id varchar(100) primary key, at timestamp default current_timestamp)",
        "create table if not exists shipments(order_id varchar(100), item varchar(100), quantity int)"
    };

    private final JdbcConnectionPool connections;

    /** An order that is to be sent. */
    record Unsent(long number, String orderId, String json) {}

    Database(String url) throws SQLException {
        connections = JdbcConnectionPool.create(url, "sa", "");
        for (String each : TABLES) {
            run(each);
        }
    }

    // region transaction
    /** What is done within a transaction. */
    interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    <T> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = connections.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.with(connection);
                connection.commit();
                return result;
            } catch (Throwable e) {
                try {
                    connection.rollback();
                } catch (SQLException again) {
                    e.addSuppressed(again);
                }
                throw e;
            }
        }
    }
    // endregion

    // region store
    /** Stores an order, and what is to be sent. False if the order is there already. */
    boolean store(Order order, String json) throws SQLException {
        return transaction(connection -> {
            String insert = "insert into orders(id, item, quantity) values (?, ?, ?)";
            if (!isNew(connection, insert, order.id(), order.item(), order.quantity())) {
                return false;
            }
            run(connection, "insert into outbox(order_id, json) values (?, ?)", order.id(), json);
            return true;
        });
    }
    // endregion

    // region ship
    /** Ships an order, and remembers it. False if it was shipped before. */
    boolean ship(Order order) throws SQLException {
        return transaction(connection -> {
            if (!isNew(connection, "insert into seen(id) values (?)", order.id())) {
                return false;
            }
            String insert = "insert into shipments(order_id, item, quantity) values (?, ?, ?)";
            run(connection, insert, order.id(), order.item(), order.quantity());
            return true;
        });
    }

    /** Runs the first insert of a transaction. False if its key is there: then nothing else may be done in it. */
    private static boolean isNew(Connection connection, String insert, Object... values) throws SQLException {
        try {
            run(connection, insert, values);
            return true;
        } catch (SQLException e) {
            if (e.getSQLState() != null && e.getSQLState().startsWith("23")) { // a constraint: here, the primary key
                return false;
            }
            throw e;
        }
    }
    // endregion

    // region outbox
    /** The orders that were not sent yet, the oldest first. */
    List<Unsent> unsent(int most) throws SQLException {
        return transaction(connection -> {
            List<Unsent> rows = new ArrayList<>();
            String select = "select number, order_id, json from outbox order by number fetch first ? rows only";
            try (PreparedStatement statement = prepared(connection, select, most);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(new Unsent(row.getLong(1), row.getString(2), row.getString(3)));
                }
            }
            return rows;
        });
    }

    /** Forgets an order that was sent. */
    void sent(Unsent row) throws SQLException {
        run("delete from outbox where number = ?", row.number());
    }
    // endregion

    /** Forgets which orders were shipped before that time. */
    void forget(Instant until) throws SQLException {
        run("delete from seen where at < ?", Timestamp.from(until));
    }

    /** How many orders were not sent yet. */
    long waiting() throws SQLException {
        return transaction(connection -> count(connection, "select count(*) from outbox"));
    }

    /** How far an order is; null if there is none. */
    String state(String id) throws SQLException {
        return transaction(connection -> {
            if (count(connection, "select count(*) from seen where id = ?", id) > 0) {
                return "shipped";
            }
            return count(connection, "select count(*) from orders where id = ?", id) > 0 ? "stored" : null;
        });
    }

    private static long count(Connection connection, String select, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, select, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private void run(String sql, Object... values) throws SQLException {
        transaction(connection -> {
            run(connection, sql, values);
            return true;
        });
    }

    private static void run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() {
        connections.dispose();
    }
}
