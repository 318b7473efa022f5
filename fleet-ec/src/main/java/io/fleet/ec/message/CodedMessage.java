package io.fleet.ec.message;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** A message between the members of a coded group. */
public interface CodedMessage extends Message {
    /** Which message it is. */
    enum Kind {
        /** {@link Steps}. */
        STEPS,
        /** {@link Decisions}. */
        DECISIONS,
        /** {@link Covered}. */
        COVERED,
        /** {@link Ready}. */
        READY,
        /** {@link Learned}. */
        LEARNED,
        /** {@link LearnRequest}. */
        LEARN_REQUEST,
        /** {@link SegmentChunk}. */
        SEGMENT_CHUNK,
        /** {@link SegmentAcks}. */
        SEGMENT_ACKS,
        /** {@link FetchSegments}. */
        FETCH_SEGMENTS,
        /** {@link StandingRequest}. */
        STANDING_REQUEST,
        /** {@link StandingAnswer}. */
        STANDING_ANSWER,
        /** {@link PartsGone}. */
        PARTS_GONE
    }

    /** Which message of the mode it is. */
    Kind kind();

    @Override
    default MessageType type() {
        return MessageType.OF_MODE;
    }

    @Override
    default String name() {
        return kind().name();
    }
}
