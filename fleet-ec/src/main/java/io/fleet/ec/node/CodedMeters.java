package io.fleet.ec.node;

import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import io.fleet.ec.consensus.SlotConsensusCounters;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.node.link.LinkCounters;
import java.util.List;

/** What a coded group counts, as it is told to those who watch a node. */
public final class CodedMeters {
    private CodedMeters() {
    }

    /**
     * All counters of one group.
     *
     * @param consensus    what the order counts.
     * @param spread what spreading and gathering count.
     * @param host   what the messages' side counts.
     * @return each once.
     */
    public static List<ModeCounter> of(final SlotConsensusCounters consensus, final SpreadCounters spread,
                                       final LinkCounters host) {
        return List.of(
            counter("entry.slots", "Slots that were decided to hold an entry", consensus.ids),
            counter("null.slots", "Slots that were decided to hold nothing", consensus.forfeited),
            counter("fast.slots", "Slots that PROPOSALs alone decided", consensus.fast),
            counter("voted.slots", "Slots that VOTEs decided", consensus.voted),
            counter("adopted.slots", "Slots whose outcome another member told", consensus.adopted),
            counter("repeated.slots", "Slots with an entry that an earlier one has already", consensus.repeated),
            counter("phases", "Phases of rounds that this node went through", consensus.phases),
            counter("tosses", "Times that the common coin gave a state", consensus.coins),
            counter("resent.steps", "Messages about slots that were sent again", consensus.resent),
            counter("helped.steps", "Messages about slots that were answered with the decision", consensus.helped),
            counter("beyond.steps", "Messages about slots above the window, which were dropped", consensus.beyond),
            counter("malformed.steps", "Messages about slots that no correct node sends, which were dropped",
                consensus.malformed),
            counter("contradictions", "Messages that contradict what their sender, or agreement, had said",
                consensus.contradictions),
            counter("sent.parts", "Parts of entries, or pieces of them, handed to other members", host.partsSent),
            counter("sent.part.bytes", "Bytes of parts handed to other members", host.partBytesSent),
            counter("served.parts", "Parts of this node, or pieces of them, sent to members that asked",
                host.partsServed),
            counter("served.part.bytes", "Bytes of parts sent to members that asked", host.partBytesServed),
            counter("fetched.parts", "Parts of other members, or pieces of them, asked for", host.partsFetched),
            counter("asked.parts", "Parts of other members, or pieces of them, that were wanted, each once",
                spread.asked),
            counter("hedged.parts", "Parts asked for as others were late, or in advance", spread.hedged),
            counter("used.hedges", "Stripes that were whole with the help of a member asked in advance",
                spread.hedgesUsed),
            counter("wanted.values", "Values wanted to be looked into by the machine, or for replies",
                host.valuesWanted),
            counter("gathered.values", "Values that were gathered", spread.gathered),
            counter("cached.values", "Values that were wanted and lay in the cache", spread.cached),
            counter("refused.parts", "Parts, or pieces of them, that were damaged, or of something else",
                spread.refused),
            counter("misfits", "Values whose parts did not fit together: at least one of these is wrong",
                spread.misfits),
            counter("own.wrong.parts", "Parts of this node that turned out to be wrong, and are rebuilt",
                spread.ownWrong),
            counter("others.wrong.parts", "Parts of other members that turned out to be wrong when they were gathered",
                spread.othersWrong),
            counter("abandoned.parts", "Parts without all their pieces that were forgotten", spread.abandoned),
            gauge("held.parts", "Parts that this node holds", spread.heldParts),
            gauge("held.part.bytes", "Bytes of parts that this node holds", spread.heldBytes),
            gauge("dead.part.bytes", "Bytes of parts in the log that are not needed any more", spread.deadBytes),
            counter("rewritten.part.bytes", "Bytes of parts that were written again so that older files may go",
                spread.rewrittenBytes),
            counter("released.parts", "Parts that were let go of, as nobody needs them", spread.letGo),
            gauge("undecided.parts", "Parts of entries that are not known to be decided", spread.undecidedParts),
            counter("full.parts", "Parts that were refused, as this node holds as many as it may",
                spread.refusedFull),
            counter("dropped.parts", "Parts, or pieces of them, that the transport did not take in time",
                host.partsDropped));
    }

    private static ModeCounter counter(final String name, final String description, final Counter counter) {
        return new ModeCounter("coded." + name, description, counter, false);
    }

    private static ModeCounter gauge(final String name, final String description, final Counter counter) {
        return new ModeCounter("coded." + name, description, counter, true);
    }
}
