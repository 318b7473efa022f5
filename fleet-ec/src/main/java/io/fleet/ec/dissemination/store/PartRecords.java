package io.fleet.ec.dissemination.store;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * What the log has of a node's parts: a record for each piece, again where one was written anew so that an older file
 * may go, and notes. A note lists the entries that are not known to be decided, also those whose part was forgotten; a
 * part that is older than the newest note and not in it is one of a decided entry, which decisions, once they are let
 * go of, do not tell any more. And it says up to which number no record was needed when it was written: such a one may
 * be in the log yet, as that goes by whole files, but counts for nothing.
 */
public final class PartRecords {
    /** What {@link #onDurable} answers when there is nothing more to do. */
    static final int NONE = -1;
    private static final CoverageMark UNNEEDED = CoverageMark.named("part-records.record-found-that-was-not-needed");
    private static final CoverageMark UNREADABLE = CoverageMark.named("part-records.note-in-front-cannot-be-read");
    private static final int NOTE_PLACE = -1;
    private static final int SEQUENCE_OFFSET = 8;
    private static final int DIGEST_OFFSET = 16;
    private static final int ID_LENGTH = 24;
    /** With more than these, records in front are written again, whatever is dead, so that they become fewer. */
    private static final int MANY_FORGOTTEN = 512;
    /**
     * Each start has 2^40 numbers of its own, for which it takes 127 days at 100,000 records a second, and there can be
     * 2^23 starts. Logs of before have numbers of 2^32 to a start, which are all lower.
     */
    private static final int BITS_OF_A_START = 40;

    private final PartLog log;
    private final PartTable table;
    /** With more than these no note is written, and no decision is let go of: they do not fit into one record. */
    private final int mostNoted;
    private final RecordOrder order = new RecordOrder();
    private final PiecesInFlight staged = new PiecesInFlight();
    private final ForgottenParts forgotten = new ForgottenParts();
    private final ExpandableArrayBuffer scratch = new ExpandableArrayBuffer();
    private final EntryId noteId = new EntryId();
    private final EntryId newNote = new EntryId();
    private long lastNumber;
    private long needed;
    private long noteNumber;
    private long notePosition;
    private int noteLength;
    private int newNoteLength;
    private int noting;
    private boolean isTooMuchToNote;
    private long stagedNote;
    private int durablePiece;
    private int moving;
    private long movingBytes;
    private long firstMoving;

    PartRecords(final PartLog log, final PartTable table) {
        this.log = log;
        this.table = table;
        mostNoted = log.longest() / ID_LENGTH;
    }

    /** Appends a piece that its part does not have; false when there is no room now. */
    boolean append(final int place, final long tag, final DirectBuffer piece, final int offset, final int length) {
        final HeldPart part = table.at(place);
        if (!log.append(lastNumber + 1, part.state(), part.id, tag, piece, offset, length)) {
            return false;
        }
        lastNumber++;
        staged.take(lastNumber, place, part.generation, PieceTag.piece(tag), 0);
        order.add(lastNumber, place, PieceTag.piece(tag), length);
        part.stage(PieceTag.piece(tag), lastNumber, length);
        needed += length;
        return true;
    }

    /**
     * A record is durable.
     *
     * @return the place of the part that has one more durable piece, {@link #durablePiece}, where that is still to be
     *     noted; {@link #NONE} when a note, or what had been there before, is durable, or the part is gone.
     */
    int onDurable(final long number, final long position) {
        final int index = staged.remove(number);
        if (index == PiecesInFlight.NONE) {
            return NONE;
        }
        final int place = staged.place(index);
        if (place == NOTE_PLACE) {
            noteNumber = number;
            notePosition = position;
            noteLength = newNoteLength;
            noteId.set(newNote);
            stagedNote = 0;
            return NONE;
        }
        final HeldPart part = table.at(place);
        final boolean isHere = part.isUsed && part.generation == staged.generation(index);
        final int piece = staged.piece(index);
        final long former = staged.former(index);
        if (former != 0) {
            moving--;
            if (isHere && part.numbers[piece] == former) {
                part.numbers[piece] = number;
                part.positions[piece] = position;
            }
            return NONE;
        }
        durablePiece = piece;
        return isHere ? place : NONE;
    }

    /** Which piece became durable, after {@link #onDurable}. */
    int durablePiece() {
        return durablePiece;
    }

    /** A part is gone: its records are not needed. */
    void onForgotten(final HeldPart part) {
        needed -= part.bytes;
        forgotten.onForgotten(part, moving > 0 ? lastNumber : part.lastNumber());
    }

    /** A slot holds an entry whose part is not here. */
    void onDecided(final long slot, final EntryId id) {
        forgotten.onDecided(slot, id);
    }

    /** Whether parts of undecided entries were forgotten, so many, or with others too many, that records should go. */
    public boolean areManyForgotten() {
        return forgotten.size() > (isTooMuchToNote ? 0 : MANY_FORGOTTEN);
    }

    /** Bytes of records that are needed. */
    long neededBytes() {
        return needed;
    }

    /** Bytes of records that are not needed, in front of or among those that are. */
    long deadBytes() {
        return order.bytes() - needed;
    }

    /** Bytes of pieces that are being written again. */
    long movingBytes() {
        return moving == 0 ? 0 : movingBytes;
    }

    public int size() {
        return order.size();
    }

    /** Bytes of a record. */
    int length(final int rank) {
        return order.length(rank);
    }

    /** Records up to this number may go from the log. */
    long forgettable() {
        return order.size() == 0 ? lastNumber : order.number(0) - 1;
    }

    /** Drops the lowest records as long as they are not needed; how many. */
    int dropDead() {
        int dropped = 0;
        while (order.size() > 0 && !isNeeded(0) && !isMoving(0)) {
            order.removeFirst();
            dropped++;
        }
        forgotten.onGone(forgettable());
        return dropped;
    }

    /** Whether a record is the place of a piece, or the newest note. */
    boolean isNeeded(final int rank) {
        final int place = order.place(rank);
        final long number = order.number(rank);
        if (place == NOTE_PLACE) {
            return number == noteNumber || number == stagedNote;
        }
        final HeldPart part = table.at(place);
        final int piece = order.piece(rank);
        return part.isUsed && piece < part.numbers.length && part.numbers[piece] == number;
    }

    /** Whether a record is one of those that are being written again: it is needed once it is durable. */
    boolean isMoving(final int rank) {
        return moving > 0 && order.number(rank) >= firstMoving;
    }

    boolean isNote(final int rank) {
        return order.place(rank) == NOTE_PLACE;
    }

    /** The part of a record that {@link #isNeeded} and is no note. */
    HeldPart part(final int rank) {
        return table.at(order.place(rank));
    }

    /** Whether the piece of a record that is needed is durable, so that it can be written again. */
    boolean isDurable(final int rank) {
        return part(rank).positions[order.piece(rank)] > HeldPart.STAGED;
    }

    /** Whether the piece of a record can be read. */
    boolean read(final int rank) {
        final HeldPart part = part(rank);
        final int piece = order.piece(rank);
        return log.read(part.positions[piece], part.id, PieceTag.of(piece, part.positions.length),
            order.length(rank), scratch);
    }

    /** Writes what was {@link #read} again, behind everything; false when there is no room now. */
    boolean move(final int rank) {
        final HeldPart part = part(rank);
        final int place = order.place(rank);
        final int piece = order.piece(rank);
        final int length = order.length(rank);
        if (!log.append(lastNumber + 1, part.state(), part.id, PieceTag.of(piece, part.positions.length), scratch, 0,
            length)) {
            return false;
        }
        lastNumber++;
        if (moving == 0) {
            firstMoving = lastNumber;
            movingBytes = 0;
        }
        moving++;
        movingBytes += length;
        staged.take(lastNumber, place, part.generation, piece, part.numbers[piece]);
        order.add(lastNumber, place, piece, length);
        return true;
    }

    /** The slot of the newest durable note; 0 when there is none. */
    long noted() {
        return noteId.digest;
    }

    boolean isNoting() {
        return stagedNote != 0;
    }

    /** Notes which entries are not known to be decided up to a slot; false when they are too many, or no room now. */
    boolean note(final long slot) {
        noting = 0;
        for (int place = 0; place < table.used(); place++) {
            final HeldPart part = table.at(place);
            if (part.isUsed && (part.decidedAt == 0 || part.decidedAt > slot)) {
                list(part.id);
            }
        }
        final int undecided = noting;
        forgotten.list(slot, table, this::list);
        isTooMuchToNote = noting > mostNoted && undecided <= mostNoted;
        if (noting > mostNoted) {
            return false;
        }
        newNote.set(1 + forgettable(), lastNumber, slot);
        return appendNote(noting * ID_LENGTH);
    }

    /**
     * Writes the newest note again as it is, since what it says stays true; one that cannot be read says nothing, here
     * or there, and is not needed any more. False when there is no room now.
     */
    boolean moveNote() {
        if (!log.read(notePosition, noteId, PieceTag.NOTE, noteLength, scratch)) {
            UNREADABLE.hit();
            noteNumber = 0;
            return true;
        }
        newNote.set(noteId);
        return appendNote(noteLength);
    }

    private boolean appendNote(final int length) {
        if (!log.append(lastNumber + 1, 0, newNote, PieceTag.NOTE, scratch, 0, length)) {
            return false;
        }
        lastNumber++;
        stagedNote = lastNumber;
        newNoteLength = length;
        staged.take(lastNumber, NOTE_PLACE, 0, 0, 0);
        order.add(lastNumber, NOTE_PLACE, 0, length);
        return true;
    }

    private void list(final EntryId id) {
        noting++;
        if (noting <= mostNoted) {
            final int at = (noting - 1) * ID_LENGTH;
            scratch.putLong(at, id.batcherId, LITTLE_ENDIAN);
            scratch.putLong(at + SEQUENCE_OFFSET, id.sequence, LITTLE_ENDIAN);
            scratch.putLong(at + DIGEST_OFFSET, id.digest, LITTLE_ENDIAN);
        }
    }

    /** A note was found at the start. */
    void recoverNote(final long number, final EntryId id, final long position, final int length) {
        lastNumber = Math.max(lastNumber, number);
        order.add(number, NOTE_PLACE, 0, length);
        if (number > noteNumber) {
            noteNumber = number;
            notePosition = position;
            noteLength = length;
            noteId.set(id);
        }
    }

    /** A piece was found at the start, in any order; the newest record of it counts. */
    void recover(final long number, final long state, final int place, final int piece, final long position,
                 final int length) {
        lastNumber = Math.max(lastNumber, number);
        order.add(number, place, piece, length);
        final HeldPart part = table.at(place);
        if (number < part.numbers[piece]) {
            return;
        }
        part.numbers[piece] = number;
        if (piece == 0) {
            part.headLength = length;
            part.recoverState(state);
        }
        if (!part.has(piece)) {
            part.present++;
        }
        part.makeDurable(piece, position);
    }

    /** All records were found: what is decided is so, as far as they tell, and what was not needed is told to go. */
    void endRecovery(final Consumer<EntryId> gone) {
        lastNumber = Math.max(lastNumber, log.starts() << BITS_OF_A_START);
        order.sort();
        for (int rank = 0; rank < order.size(); rank++) {
            if (order.place(rank) != NOTE_PLACE && isNeeded(rank)) {
                needed += order.length(rank);
                part(rank).bytes += order.length(rank);
            }
        }
        final EntryTable undecided = undecidedIds();
        for (int place = 0; place < table.used(); place++) {
            final HeldPart part = table.at(place);
            if (undecided == null || !part.isUsed) {
                continue;
            }
            if (part.hasRecordBelow(noteId.batcherId)) {
                UNNEEDED.hit();
                gone.accept(part.id);
            } else if (part.has(0) && part.numbers[0] <= noteId.sequence
                && undecided.get(part.id) == EntryTable.MISSING) {
                part.onDecidedUpTo(Math.max(1, noteId.digest));
            }
        }
    }

    /** Without its note, a part counts as one of an undecided entry, and stays. */
    private EntryTable undecidedIds() {
        if (noteNumber == 0 || !log.read(notePosition, noteId, PieceTag.NOTE, noteLength, scratch)) {
            return null;
        }
        final EntryTable ids = new EntryTable(Math.max(1, noteLength / ID_LENGTH));
        final EntryId id = new EntryId();
        for (int at = 0; at + ID_LENGTH <= noteLength; at += ID_LENGTH) {
            ids.put(id.set(scratch.getLong(at, LITTLE_ENDIAN), scratch.getLong(at + SEQUENCE_OFFSET, LITTLE_ENDIAN),
                scratch.getLong(at + DIGEST_OFFSET, LITTLE_ENDIAN)), 0);
        }
        return ids;
    }
}
