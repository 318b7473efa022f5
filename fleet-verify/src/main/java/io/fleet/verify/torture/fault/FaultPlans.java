package io.fleet.verify.torture.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Plans of faults: a fixed one, and those that are drawn. The same arguments always give the same plan. */
public final class FaultPlans {
    private static final long SLOT_SECONDS = 12;
    private static final long DOWN_MILLIS = 3_000;
    private static final long PAUSE_MILLIS = 5_000;
    private static final long NEXT_LEADER_MILLIS = 5_000;
    private static final long LEADER_DOWN_MILLIS = 300;
    private static final int POWER_CUTS = 2;
    private static final int WEATHER_IN = 3;
    private static final List<Fault.Kind> ROUND = List.of(Fault.Kind.KILL_LEADER, Fault.Kind.KILL_FOLLOWER,
        Fault.Kind.PAUSE_LEADER, Fault.Kind.KILL_LEADER, Fault.Kind.PAUSE_FOLLOWER);

    private FaultPlans() {
    }

    /** One node at a time is killed or paused, every 12 s, but at least one. */
    public static List<Fault> round(final Duration length) {
        final List<Fault.Kind> kinds = new ArrayList<>();
        final long count = Math.max(1, length.toSeconds() / SLOT_SECONDS);
        for (int i = 0; i < count; i++) {
            kinds.add(ROUND.get(i % ROUND.size()));
        }
        return spread(length, kinds);
    }

    /** All are killed at once, twice. */
    public static List<Fault> powerCut(final Duration length) {
        return spread(length, Collections.nCopies(POWER_CUTS, Fault.Kind.KILL_ALL));
    }

    private static List<Fault> spread(final Duration length, final List<Fault.Kind> kinds) {
        final List<Fault> plan = new ArrayList<>();
        final long slot = length.toMillis() / kinds.size();
        for (int i = 0; i < kinds.size(); i++) {
            final Fault.Kind kind = kinds.get(i);
            final long millis = kind == Fault.Kind.KILL_ALL ? 0
                : kind.group() == FaultGroup.KILLS ? Math.min(DOWN_MILLIS, slot / 4) : Math.min(PAUSE_MILLIS, slot / 2);
            plan.add(Fault.clear(kind, slot * i + slot / 4, millis, i));
        }
        return plan;
    }

    /**
     * Draws a plan. Every kind is drawn once before one is drawn again, as from a pack of cards. Where it is leaders
     * alone, one is killed every 5 s.
     *
     * @param length how long; no fault begins later.
     * @param seed   says which plan.
     * @param groups of which kinds are taken; at least one.
     * @param isLed  whether a node leads.
     */
    public static List<Fault> drawn(final Duration length, final long seed, final Set<FaultGroup> groups,
                                    final boolean isLed) {
        final Random random = new Random(seed);
        final List<Fault> plan = new ArrayList<>();
        if (groups.equals(Set.of(FaultGroup.LEADERS))) {
            for (long at = NEXT_LEADER_MILLIS; at < length.toMillis(); at += NEXT_LEADER_MILLIS) {
                plan.add(Fault.clear(Fault.Kind.KILL_NEXT_LEADER, at, LEADER_DOWN_MILLIS, 0));
            }
            return plan;
        }
        final List<Fault.Kind> pack = new ArrayList<>();
        long at = between(random, 500, 2_000);
        while (at < length.toMillis()) {
            if (pack.isEmpty()) {
                Collections.addAll(pack, Fault.Kind.values());
                pack.removeIf(kind -> !groups.contains(kind.group()) || !kind.suits(isLed));
                Collections.shuffle(pack, random);
            }
            final Fault fault = draw(pack.remove(pack.size() - 1), at, random, groups);
            plan.add(fault);
            at += fault.lengthMillis() + between(random, 500, 4_000);
        }
        return plan;
    }

    private static Fault draw(final Fault.Kind kind, final long at, final Random random, final Set<FaultGroup> groups) {
        final long millis = switch (kind.group()) {
            case KILLS -> between(random, 0, 4_000);
            case PAUSES -> between(random, 100, 10_000);
            case PARTITIONS -> between(random, 300, 8_000);
            case NETWORKS -> between(random, 2_000, 8_000);
            case DISKS -> between(random, 5_000, 12_000);
            case WIPES -> between(random, 0, 2_000);
            case LEADERS -> LEADER_DOWN_MILLIS;
        };
        final int pick = random.nextInt(Integer.MAX_VALUE);
        final boolean isBad = random.nextInt(WEATHER_IN) == 0 && groups.contains(FaultGroup.NETWORKS)
            && kind.group() != FaultGroup.DISKS;
        final NetworkWeather weather = kind == Fault.Kind.BAD_NETWORK ? NetworkWeather.heavy(random)
            : isBad ? NetworkWeather.light(random) : NetworkWeather.CLEAR;
        return new Fault(kind, at, millis, pick, weather);
    }

    private static long between(final Random random, final long min, final long max) {
        return min + random.nextInt((int) (max - min + 1));
    }
}
