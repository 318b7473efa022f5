package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ConfigException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NewMemberCheckTest {
    @Test
    @Tag("hazard-X-M6")
    void shouldRefuseAnAddressThatIsNoHosts() {
        final String refused =
            assertThrows(ConfigException.class, () -> NewMemberCheck.requireAddress(8, "0.0.0.0:9001")).getMessage();
        assertTrue(refused.startsWith("address of node 8 is 0.0.0.0:9001, but must be"), refused);
        assertEquals("node-8.example:9001", NewMemberCheck.requireAddress(8, "node-8.example:9001"));
    }

    @Test
    @Tag("hazard-X-M6")
    void shouldRefuseANodeThatOthersCannotReachOrThatCannotReachThem() {
        final Configuration routed = members("10.0.0.1:9001", "node-2.example:9001");
        final Configuration local = members("localhost:9001", "127.0.0.1:9002");
        assertTrue(objection(routed, "127.0.0.1:9003", MemberChange.NOBODY).orElseThrow()
            .contains("10.0.0.1:9001 of node 1"));
        assertTrue(objection(routed, "[::1]:9003", MemberChange.NOBODY).isPresent());
        assertTrue(objection(local, "10.0.0.3:9003", MemberChange.NOBODY).isPresent());
        assertEquals(Optional.empty(), objection(local, "[::1]:9003", MemberChange.NOBODY));
        assertEquals(Optional.empty(), objection(routed, "10.0.0.3:9003", MemberChange.NOBODY));
        assertEquals(Optional.empty(), objection(routed, "node-3.example:9003", MemberChange.NOBODY));
        assertEquals(Optional.empty(), objection(local, "node-3.example:9003", MemberChange.NOBODY));
        assertEquals(Optional.empty(), objection(local, "", MemberChange.NOBODY));
    }

    @Test
    void shouldLeaveAnAddressToWhomItIsAndToWhoComesInTheirPlace() {
        final Configuration members = members("10.0.0.1:9001", "10.0.0.2:9001");
        assertEquals(Optional.of("10.0.0.2:9001 is the address of node 2"),
            objection(members, "10.0.0.2:9001", MemberChange.NOBODY));
        assertEquals(Optional.empty(), objection(members, "10.0.0.2:9001", 2));
    }

    private static Configuration members(final String one, final String two) {
        return Configuration.first(new int[] {1, 2}, 0, 0, List.of(one, two));
    }

    private static Optional<String> objection(final Configuration members, final String address, final int replaced) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.ADD;
        change.node = 8;
        change.replaced = replaced;
        change.endpoint = address;
        return NewMemberCheck.objection(members, change, 1);
    }
}
