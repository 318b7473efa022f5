package io.fleet.ec.node;

import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ProtocolFactory;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LostRecord;
import io.fleet.consensus.store.RecordNumbers;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.error.ConfigException;
import io.fleet.wire.MessageCodecs;
import io.fleet.wire.codec.MessageCodec;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Makes groups of the coded mode; found by the node that hosts them. */
public final class CodedFactory implements ProtocolFactory, MessageCodecs {
    /** For {@link java.util.ServiceLoader}. */
    public CodedFactory() {
    }

    @Override
    public Mode mode() {
        return Mode.CODED;
    }

    /** Votes are apart: a vote is forced before it is sent, when its entry may not be here. */
    @Override
    public Set<LogKind> logs() {
        return Set.of(LogKind.ENTRIES, LogKind.VOTES);
    }

    /** Parts are not of slots. */
    @Override
    public RecordNumbers recordNumbers() {
        return RecordNumbers.OWN;
    }

    /** A part is made again from those of others (C7). */
    @Override
    public LostRecord lostRecord() {
        return LostRecord.COSTS_HOLDINGS;
    }

    /** A digest of each of at most 1,024 stripes, and more. */
    @Override
    public int recordOverhead() {
        return 16 << 10;
    }

    @Override
    public List<Supplier<MessageCodec<?>>> codecs() {
        return CodedCodecs.all();
    }

    /** Its members are those who found it, one for each segment. */
    @Override
    public void check(final int groupId, final GroupConfig config, final int[] members) {
        if (members.length != config.code().members()) {
            throw new ConfigException("group " + groupId + " is " + config.code() + ", so it must have "
                + config.code().members() + " members from the start, but has " + members.length);
        }
    }

    @Override
    public GroupProtocol create(final ProtocolContext context) {
        return new CodedProtocol(context);
    }
}
