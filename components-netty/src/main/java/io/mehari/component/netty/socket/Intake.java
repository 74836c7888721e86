package io.mehari.component.netty.socket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The first handler of a server's connection. Lets the decoders decode only what the connection has room for. */
public final class Intake extends ChannelDuplexHandler implements BooleanSupplier {
    /*
     * Messages are larger than their bytes: 16 KB of the smallest requests are 600 requests of 200 KB, and of empty
     * frames 16,384 messages. So the decoders ask before each message. If there is no room, they keep the bytes of the
     * read, and are called later with an empty buffer. A user's decoders do not ask. They get the bytes in pieces.
     *
     * Decoders ask the channel to read on if the bytes were not enough for a message. Only the connection decides that:
     * it knows whether there is memory for more.
     *
     * The end of the input waits until all bytes are decoded, because decoders drop their bytes then. Used only by the
     * event loop.
     */
    private static final int PIECE = 256;

    private final ServerConnection connection;
    private final boolean inPieces;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf rest;
    private boolean heldBack;
    private boolean decoding;
    private boolean endWaits;

    /** @param inPieces whether the decoders do not ask {@link #getAsBoolean} */
    public Intake(ServerConnection connection, boolean inPieces) {
        this.connection = connection;
        this.inPieces = inPieces;
    }

    /** Whether a decoder may decode a message. If not, it is called again when there is room. */
    @Override
    public boolean getAsBoolean() {
        heldBack = !connection.hasRoom();
        if (!heldBack) {
            connection.messageBegins();
        }
        return !heldBack;
    }

    /** The place in the pipeline before all decoders and encoders. */
    ChannelHandlerContext context() {
        ChannelHandlerContext current = context;
        if (current == null) {
            throw new IllegalStateException("This connection is not open yet");
        }
        return current;
    }

    /** Whether bytes wait until there is room for more messages. */
    public boolean isHoldingBack() {
        return heldBack;
    }

    /** Whether a decoder is at work, so that it must not be called again. */
    public boolean isDecoding() {
        return decoding;
    }

    /** Decodes more of the bytes that were held back. Returns whether there were any. */
    public boolean decodeOn() {
        ChannelHandlerContext current = context;
        if (!heldBack || decoding || current == null) {
            return false;
        }
        heldBack = false;
        connection.times.active(); // the time of a message that is decoded now begins now
        if (rest == null) {
            decode(current, Unpooled.EMPTY_BUFFER);
        } else {
            decodePieces(current);
        }
        if (endWaits && !heldBack) {
            endWaits = false;
            current.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        return true;
    }

    private void decode(ChannelHandlerContext current, Object bytes) {
        decoding = true;
        try {
            current.fireChannelRead(bytes);
        } finally {
            decoding = false;
        }
    }

    private void decodePieces(ChannelHandlerContext current) {
        ByteBuf more;
        while ((more = rest) != null && getAsBoolean()) {
            if (more.readableBytes() > PIECE) {
                decode(current, more.readRetainedSlice(PIECE));
            } else {
                rest = null;
                decode(current, more);
            }
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext read, Object message) {
        connection.bytesCame(message instanceof ByteBuf came ? came.readableBytes() : 0);
        if (inPieces && message instanceof ByteBuf bytes) {
            ByteBuf before = rest;
            rest = before == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(read.alloc(), before, bytes);
            decodePieces(read);
        } else {
            decode(read, message);
        }
    }

    @Override
    public void read(ChannelHandlerContext asked) {
        if (connection.isAsking()) {
            asked.read();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE && heldBack) {
            endWaits = true;
        } else {
            triggered.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        Sockets.release(rest);
        rest = null;
        heldBack = false;
        endWaits = false;
        inactive.fireChannelInactive();
    }
}
