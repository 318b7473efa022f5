package io.fleet.testkit.disk;

import io.fleet.storage.Life;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Images of disks, and nodes that were set back to them. Who starts in an image is in a life that the others have heard
 * of as former: it may not be counted, and finds out. An image of the run that went on, or of a start that some do not
 * know, is another matter: nobody can tell it from a loss of power.
 */
final class DiskRollbacks {
    private final List<? extends DiskHost> hosts;
    private final Map<Fault, Image> images = new HashMap<>();
    /** The number of the life in which a node was set back; 0 where it was not, or was repaired since. */
    private final int[] formerNumber;
    /** The life in which the node was when it was set back. */
    private final long[] original;

    DiskRollbacks(final List<? extends DiskHost> hosts) {
        this.hosts = hosts;
        formerNumber = new int[hosts.size()];
        original = new long[hosts.size()];
    }

    /** Switches the machine off, in good order or not, makes an image, and switches it on again. */
    void makeImage(final Fault fault) {
        final DiskHost host = hosts.get(fault.target());
        final int number = Life.number(host.life());
        if (number == 0 || isSetBack(fault.target())) {
            return;
        }
        final SplittableRandom random = new SplittableRandom((long) fault.strength());
        if (random.nextBoolean()) {
            host.stop();
        }
        host.losePower();
        final List<SimMedium> media = new ArrayList<>();
        host.media().forEach(medium -> media.add(medium.copy(medium.name(), random.split())));
        images.put(fault, new Image(media, number));
        host.start();
    }

    /** Whether there is an image, and all others have a later life on their disks. */
    boolean isKnown(final Fault fault) {
        final long life = hosts.get(fault.target()).life();
        if (!images.containsKey(fault) || Life.number(life) == 0) {
            return false;
        }
        for (int node = 0; node < hosts.size(); node++) {
            if (node != fault.target() && !hosts.get(node).knowsLife(fault.target(), life)) {
                return false;
            }
        }
        return true;
    }

    void forget(final Fault fault) {
        images.remove(fault);
    }

    /** Switches the machine off; its disks become what they were. */
    void restore(final Fault fault) {
        final DiskHost host = hosts.get(fault.target());
        original[fault.target()] = host.life();
        host.losePower();
        final Image image = images.remove(fault);
        for (int i = 0; i < image.media.size(); i++) {
            host.media().get(i).faults().setBack(image.media.get(i));
        }
        formerNumber[fault.target()] = image.number;
    }

    /** Whether a life is that of a start in an image; others of the same number are not. */
    boolean isOfImage(final int node, final long life) {
        return formerNumber[node] != 0 && Life.number(life) == formerNumber[node] && life != original[node];
    }

    /** Whether a node may still take itself for what it was. */
    boolean isSetBack(final int node) {
        final long life = hosts.get(node).life();
        if (life != Life.NONE && Life.number(life) != formerNumber[node]) {
            formerNumber[node] = 0;
        }
        return formerNumber[node] != 0;
    }

    /** What was on the disks of a node, and the number of the life in which it ran. */
    private record Image(List<SimMedium> media, int number) {
    }
}
