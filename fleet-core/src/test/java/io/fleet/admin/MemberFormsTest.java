package io.fleet.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How members are told to people and programs, and how they count. */
class MemberFormsTest {
    private static final Configuration FOUR = Configuration.first(new int[] {0, 1, 2, 3}, new int[] {3}, 0, 0,
        List.of("a:1", "b:2", "c:3", "d:4"));

    @Test
    void shouldSayNothingMoreWhereAMajorityCounts() {
        assertEquals("""
            group 7: configuration 0 (LSN 0)
              node 0 votes, a:1
              node 1 votes, b:2
              node 2 votes, c:3
              node 3 votes (witness), d:4
            """, MemberForms.text(7, FOUR));
        final String json = MemberForms.json(7, FOUR);
        assertTrue(json.startsWith("{\"group\":7,\"lsn\":0,\"number\":0,\"quorums\":\"majority\","
            + "\"quorumsBefore\":null,\"members\":[{\"nodeId\":0,\"voter\":true,\"role\":\"full\",\"replaces\":-1,"
            + "\"address\":\"a:1\",\"counts\":true,\"storageGroup\":-1,\"row\":-1,\"column\":-1},"), json);
    }

    @Test
    void shouldTellStorageGroupsAndWhoIsInNone() {
        final Configuration groups = FOUR.countedBy(QuorumLayout.parse("groups:1,3/2"));
        assertEquals("""
            group 7: configuration 0 (LSN 0)
              quorums groups 1,3/2
              node 0 votes, counts in no quorum, a:1
              node 1 votes, storage group 1, b:2
              node 2 votes, storage group 2, c:3
              node 3 votes (witness), storage group 1, d:4
            """, MemberForms.text(7, groups));
        final String json = MemberForms.json(7, groups);
        assertTrue(json.contains("\"quorums\":\"groups 1,3/2\",\"quorumsBefore\":null,"), json);
        assertTrue(json.contains("\"a:1\",\"counts\":false,\"storageGroup\":-1,\"row\":-1,\"column\":-1}"), json);
        assertTrue(json.contains("\"d:4\",\"counts\":true,\"storageGroup\":1,\"row\":-1,\"column\":-1}"), json);
    }

    @Test
    void shouldTellRowsAndColumnsAndWhatElectionsNeedToo() {
        final Configuration joint = FOUR.countedBy(QuorumLayout.parse("groups:0,1,2"))
            .withQuorums(QuorumLayout.parse("grid:3,0/2,1"));
        assertEquals("""
            group 7: configuration 1 (LSN 0)
              quorums grid 3,0/2,1; elections need groups 0,1,2 too
              node 0 votes, row 1, column 2, a:1
              node 1 votes, row 2, column 2, b:2
              node 2 votes, row 2, column 1, c:3
              node 3 votes (witness), row 1, column 1, d:4
            """, MemberForms.text(7, joint));
        final String json = MemberForms.json(7, joint);
        assertTrue(json.contains("\"quorums\":\"grid 3,0/2,1\",\"quorumsBefore\":\"groups 0,1,2\","), json);
        assertTrue(json.contains("\"b:2\",\"counts\":true,\"storageGroup\":-1,\"row\":2,\"column\":2}"), json);
    }

    @Test
    void shouldTellWhoCountsInElectionsOnly() {
        final Configuration joint = FOUR.withQuorums(QuorumLayout.parse("groups:0"));
        assertEquals("""
            group 7: configuration 2 (LSN 0)
              quorums groups 0; elections need majority too
              node 0 votes, storage group 1, a:1
              node 1 votes, counts in elections only, as before, b:2
              node 2 votes, counts in elections only, as before, c:3
              node 3 votes (witness), counts in elections only, as before, d:4
              node 5 learns, e:5
            """, MemberForms.text(7, joint.withLearner(5, "e:5", -1)));
    }
}
