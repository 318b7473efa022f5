package io.fleet.verify.fuzz;

import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** The commands in the body of an entry. Nothing is thrown, nothing allocated; frames cover the body without gaps. */
final class CommandTarget implements FuzzTarget {
    private final CommandCursor cursor = new CommandCursor();
    private boolean wellFormed;
    private int covered;
    private int commands;

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public List<byte[]> seeds() {
        final ByteArrayOutputStream three = new ByteArrayOutputStream();
        three.writeBytes(command(CommandFrame.OPEN_SESSION, 0, 0));
        three.writeBytes(command(CommandFrame.WRITE, 5, 30));
        three.writeBytes(command(CommandFrame.READ, 0, 9));
        return List.of(command(CommandFrame.WRITE, 3, 20), command(CommandFrame.CLOSE_SESSION, 0, 0),
            three.toByteArray());
    }

    private static byte[] command(final byte kind, final int header, final int payload) {
        final int length = CommandFrame.HEADER_LENGTH + header + payload;
        final ByteBuffer frame = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(CommandFrame.LENGTH_OFFSET, length).put(CommandFrame.KIND_OFFSET, kind)
            .putLong(CommandFrame.SESSION_OFFSET, 7).putLong(CommandFrame.SEQUENCE_OFFSET, 12)
            .putLong(CommandFrame.OLDEST_OFFSET, 11).putInt(CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, header);
        for (int i = CommandFrame.HEADER_LENGTH; i < length; i++) {
            frame.put(i, (byte) i);
        }
        return frame.array();
    }

    @Override
    public String run(final byte[] input, final AllocationMeter meter) {
        final UnsafeBuffer body = new UnsafeBuffer(input);
        meter.within(0, () -> {
            wellFormed = CommandCursor.isWellFormed(body, 0, input.length);
            walk(body, input.length);
        });
        final boolean whole = !cursor.isMalformed() && input.length > 0;
        Check.that(wellFormed == whole, "isWellFormed says " + wellFormed + ", the cursor " + whole);
        Check.that(!whole || covered == input.length, "frames cover " + covered + " of " + input.length + " bytes");
        return (whole ? Fuzzer.TAKEN : "malformed after") + " +".repeat(Math.min(commands, 8));
    }

    private void walk(final UnsafeBuffer body, final int length) {
        covered = 0;
        commands = 0;
        cursor.wrap(body, 0, length);
        while (cursor.next()) {
            commands++;
            Check.that(commands <= length / CommandFrame.HEADER_LENGTH, "more commands than have room");
            Check.that(cursor.headerOffset() == covered + CommandFrame.HEADER_LENGTH && cursor.headerLength() >= 0
                && cursor.payloadOffset() == cursor.headerOffset() + cursor.headerLength()
                && cursor.payloadLength() >= 0, "a command lies elsewhere than behind the one before");
            covered = cursor.payloadOffset() + cursor.payloadLength();
            Check.that(covered <= length, "a command ends behind the body");
        }
    }
}
