package io.fleet.replica;

import io.fleet.machine.ShippedEffects;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A {@link DraftMachine} that ships its drafts, as texts. */
final class ShippingDraftMachine extends DraftMachine implements ShippedEffects<DraftMachine.Draft> {
    int format = 1;
    boolean shipsNothing;
    boolean failsToWrite;
    boolean cannotRead;
    Error error;
    /** What effects are longer by. */
    int more;

    @Override
    public int effectsFormat() {
        return format;
    }

    @Override
    public int writeEffect(final Draft draft, final MutableDirectBuffer buffer) {
        calls.add("write " + draft.text);
        raise();
        if (failsToWrite) {
            throw new IllegalStateException("not written");
        }
        final StringBuilder text = new StringBuilder(draft.text).append('|').append(draft.delay);
        draft.values.forEach((key, value) -> text.append('|').append(key).append(value));
        final byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        buffer.putBytes(0, bytes);
        buffer.setMemory(bytes.length, more, (byte) 0);
        return shipsNothing ? NOT_SHIPPED : bytes.length + more;
    }

    private void raise() {
        if (error != null) {
            throw error;
        }
    }

    @Override
    public Draft insertEffect(final DirectBuffer buffer, final int offset, final int length) {
        final String[] parts = buffer.getStringWithoutLengthUtf8(offset, length - more).split("\\|");
        calls.add("insert " + parts[0]);
        raise();
        if (cannotRead) {
            throw new IllegalStateException("not read");
        }
        final Draft draft = new Draft(parts[0]);
        draft.delay = Long.parseLong(parts[1]);
        for (int i = 2; i < parts.length; i++) {
            draft.values.put(parts[i].charAt(0), parts[i].substring(1));
        }
        drafts.add(draft);
        return draft;
    }
}
