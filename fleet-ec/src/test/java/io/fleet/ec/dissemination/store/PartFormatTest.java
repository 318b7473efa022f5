package io.fleet.ec.dissemination.store;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.ForeignStorageException;
import org.junit.jupiter.api.Test;

/** Parts that another build wrote in another form are refused, and not taken for what they are not. */
class PartFormatTest {
    @Test
    void shouldRefuseOtherFormatsAndNameBoth() {
        PartFormat.check(7, PartFormat.VERSION);
        for (final int other : new int[] {0, PartFormat.VERSION + 1, -1}) {
            final String message = assertThrows(ForeignStorageException.class, () -> PartFormat.check(7, other))
                .getMessage();
            assertTrue(message.contains("group 7") && message.contains("format " + other + ",")
                && message.contains("format " + PartFormat.VERSION + ":"), message);
        }
    }
}
