package json;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.mehari.Exchange;
import io.mehari.spi.DataFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** JSON with Jackson. */
public final class JsonFormat implements DataFormat {
    private final ObjectMapper mapper;
    private final Class<?> type;

    /** @param type what is read */
    public JsonFormat(ObjectMapper mapper, Class<?> type) {
        this.mapper = mapper;
        this.type = type;
    }

    @Override
    public void marshal(Exchange exchange, Object body, OutputStream stream) throws IOException {
        mapper.writeValue(stream, body);
    }

    @Override
    public Object unmarshal(Exchange exchange, InputStream stream) throws IOException {
        return mapper.readValue(stream, type);
    }
}
