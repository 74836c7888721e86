package jdbc;

import io.mehari.spi.IdempotentRepository;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Keys of messages in a table, so that they are known after the end of the process, too. For {@code eager(true)}, the
 * default: a key is added before its message is processed, and confirmed afterwards. If the process is killed in
 * between, the key is not confirmed, and the message is new when it comes again.
 */
public final class KeyTable implements IdempotentRepository {
    private static final String TABLE = "create table if not exists message_keys(id varchar(200) primary key,"
            + " run varchar(36), at timestamp default current_timestamp)"; // run: null if it is confirmed
    private static final String DUPLICATE = "23"; // how the SQLSTATE of a broken constraint begins

    private final DataSource source;
    private final String run = UUID.randomUUID().toString();

    public KeyTable(DataSource source) {
        this.source = source;
    }

    @Override
    public void start() {
        update(TABLE);
    }

    @Override
    public boolean add(String key) {
        try (Connection connection = source.getConnection()) {
            return update(connection, "insert into message_keys(id, run) values (?, ?)", key, run) == 1;
        } catch (SQLException e) {
            if (e.getSQLState() == null || !e.getSQLState().startsWith(DUPLICATE)) {
                throw failed(e);
            }
        }
        // it is there; if an earlier run has not confirmed it, that run was killed
        return update("update message_keys set run = ? where id = ? and run <> ?", run, key, run) == 1;
    }

    @Override
    public boolean contains(String key) {
        try (Connection connection = source.getConnection();
                PreparedStatement select = prepared(
                        connection, "select 1 from message_keys where id = ? and (run is null or run = ?)", key, run);
                ResultSet row = select.executeQuery()) {
            return row.next();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public boolean confirm(String key) {
        return update("update message_keys set run = null where id = ?", key) == 1;
    }

    @Override
    public boolean remove(String key) {
        return update("delete from message_keys where id = ?", key) == 1;
    }

    @Override
    public void clear() {
        update("delete from message_keys");
    }

    /** Removes older keys: call it now and then, or the table grows for ever. */
    public void forget(Instant until) {
        update("delete from message_keys where at < ?", Timestamp.from(until));
    }

    private int update(String sql, Object... values) {
        try (Connection connection = source.getConnection()) {
            return update(connection, sql, values);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(connection, sql, values)) {
            return statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private static IllegalStateException failed(SQLException e) {
        return new IllegalStateException("The table message_keys cannot be used: " + e.getMessage(), e);
    }
}
