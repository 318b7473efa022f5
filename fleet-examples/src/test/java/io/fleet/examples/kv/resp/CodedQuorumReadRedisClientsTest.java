package io.fleet.examples.kv.resp;

import io.fleet.client.ReadConsistency;
import org.junit.jupiter.api.Tag;

/** Redis' clients with reads that ask a quorum, of values of which each member stores a segment. */
@Tag("full")
class CodedQuorumReadRedisClientsTest extends CodedRedisClientsTest {
    @Override
    ReadConsistency reads() {
        return ReadConsistency.LINEARIZABLE_QUORUM;
    }
}
