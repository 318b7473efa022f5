package io.fleet.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class HostileTargetTest {
    private static final int INPUTS = Integer.getInteger("fleet.hostile.inputs", 2);
    private static final long SEED = Long.getLong("fleet.hostile.seed", 1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @Tag("hazard-X-C1")
    @Tag("hazard-X-C2")
    @Tag("hazard-X-C3")
    @Tag("hazard-X-C4")
    void shouldBearWhatStrangersAndMembersSay(final int mode) {
        final HostileTarget target = new HostileTarget();
        final SplittableRandom random = new SplittableRandom(SEED + mode);
        final AllocationMeter meter = new AllocationMeter();
        final byte[] input = new byte[16];
        for (int i = 0; i < INPUTS; i++) {
            random.nextBytes(input);
            input[0] = (byte) mode;
            input[1] = (byte) 0x30;
            try {
                assertTrue(target.run(input, meter).startsWith(Fuzzer.TAKEN));
            } catch (final AssertionError e) {
                throw new AssertionError("input " + i + " of mode " + mode + ": " + e.getMessage(), e);
            }
        }
        System.getLogger(HostileTargetTest.class.getName()).log(System.Logger.Level.INFO,
            "mode {0}: {1} messages, most memory {2}", mode, target.messages(), meter.most());
        assertTrue(target.messages() > 200L * INPUTS);
    }
}
