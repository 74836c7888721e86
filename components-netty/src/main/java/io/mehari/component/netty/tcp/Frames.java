package io.mehari.component.netty.tcp;

import io.mehari.Exchange;
import io.mehari.component.netty.NettyCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DelimiterBasedFrameDecoder;
import io.netty.handler.codec.FixedLengthFrameDecoder;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.LineBasedFrameDecoder;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Framing on a TCP connection: where a message begins and ends, and how it is converted to and from a body. */
final class Frames {
    private static final int MOST_IN_THREE_BYTES = 0xff_ffff;

    /** Up to this length a copy is cheaper than two buffers as one. */
    private static final int COPIED = 512;

    private final TcpSettings settings;

    Frames(TcpSettings settings) {
        this.settings = settings;
    }

    boolean areTheUsers() {
        return settings.codec != null;
    }

    /** @param hasRoom whether another frame may be decoded; a user's codec does not ask */
    void addTo(ChannelPipeline pipeline, BooleanSupplier hasRoom) {
        NettyCodec codec = settings.codec;
        if (codec != null) {
            codec.addTo(pipeline);
        } else {
            pipeline.addLast(decoder(hasRoom));
        }
    }

    private ChannelHandler decoder(BooleanSupplier hasRoom) {
        Integer field = settings.lengthField;
        Integer fixed = settings.fixedLength;
        if (field != null) {
            return new LengthFieldBasedFrameDecoder(settings.maxFrameLength + field, 0, field, 0, field) {
                @Override
                protected @Nullable Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
                    return hasRoom.getAsBoolean() ? super.decode(context, in) : null;
                }
            };
        }
        if (fixed != null) {
            return new FixedLengthFrameDecoder(fixed) {
                @Override
                protected @Nullable Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
                    return hasRoom.getAsBoolean() ? super.decode(context, in) : null;
                }
            };
        }
        if (settings.lineDelimiter) {
            return new LineBasedFrameDecoder(settings.maxLineLength, true, true) {
                @Override
                protected @Nullable Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
                    return hasRoom.getAsBoolean() ? super.decode(context, in) : null;
                }
            };
        }
        return new DelimiterBasedFrameDecoder(settings.maxLineLength, true, true, Unpooled.wrappedBuffer(new byte[1])) {
            @Override
            protected @Nullable Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
                return hasRoom.getAsBoolean() ? super.decode(context, in) : null;
            }
        };
    }

    // ---- from the network

    Object body(Object decoded) {
        if (!(decoded instanceof ByteBuf buffer)) {
            return decoded;
        }
        try {
            return settings.textline ? buffer.toString(settings.charset) : ByteBufUtil.getBytes(buffer);
        } finally {
            buffer.release();
        }
    }

    // ---- to the network

    @Nullable
    Object message(Exchange exchange) throws Exception {
        if (exchange.getBody() == null) {
            return null;
        }
        if (settings.codec != null) {
            return exchange.getBody();
        }
        if (settings.textline) {
            return line(exchange.getMandatoryBody(String.class));
        }
        byte[] bytes = exchange.getMandatoryBody(byte[].class);
        Integer field = settings.lengthField;
        if (field == null) {
            return fixed(bytes);
        }
        return withLength(bytes, field);
    }

    private ByteBuf line(String text) {
        boolean append = settings.appendDelimiter;
        int end = append ? endOfLine(text) : text.length();
        for (int i = 0; append && i < end; i++) {
            if (isDelimiter(text.charAt(i))) {
                throw new IllegalArgumentException(
                        "The text has a line end at index " + i + ", so the other side would get two messages: send the"
                                + " lines one by one, or set autoAppendDelimiter=false to send them as they are");
            }
        }
        boolean utf8 = settings.charset == StandardCharsets.UTF_8;
        ByteBuf line = ByteBufAllocator.DEFAULT.buffer(utf8 ? ByteBufUtil.utf8Bytes(text) + 1 : end * 2 + 2);
        if (utf8) {
            ByteBufUtil.writeUtf8(line, text, 0, end);
        } else {
            line.writeCharSequence(text.subSequence(0, end), settings.charset);
        }
        return append ? line.writeByte(settings.lineDelimiter ? '\n' : 0) : line;
    }

    /** The length of the text without one delimiter at its end. */
    private int endOfLine(String text) {
        int end = text.length();
        if (end > 0 && text.charAt(end - 1) == (settings.lineDelimiter ? '\n' : 0)) {
            end--;
            if (settings.lineDelimiter && end > 0 && text.charAt(end - 1) == '\r') {
                end--;
            }
        }
        return end;
    }

    private boolean isDelimiter(char each) {
        return settings.lineDelimiter ? each == '\n' || each == '\r' : each == 0;
    }

    private ByteBuf fixed(byte[] bytes) {
        Integer length = settings.fixedLength;
        if (length != null && bytes.length != length) {
            throw new IllegalArgumentException("The body has " + bytes.length + " bytes, but each message has exactly "
                    + length + " (fixedLength): make it that long");
        }
        return Unpooled.wrappedBuffer(bytes);
    }

    private ByteBuf withLength(byte[] bytes, int field) {
        long most = Math.min(
                settings.maxFrameLength, field == 4 ? Integer.MAX_VALUE : MOST_IN_THREE_BYTES >> (8 * (3 - field)));
        if (bytes.length > most) {
            throw new IllegalArgumentException("The body has " + bytes.length + " bytes, but a message has at most "
                    + most + ": send less at once, or raise maxFrameLength and lengthField on both sides");
        }
        boolean small = bytes.length <= COPIED;
        ByteBuf header = ByteBufAllocator.DEFAULT.buffer(small ? field + bytes.length : field);
        for (int shift = 8 * (field - 1); shift >= 0; shift -= 8) {
            header.writeByte(bytes.length >> shift);
        }
        return small ? header.writeBytes(bytes) : Unpooled.wrappedBuffer(header, Unpooled.wrappedBuffer(bytes));
    }
}
