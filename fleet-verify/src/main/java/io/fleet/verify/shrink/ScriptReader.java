package io.fleet.verify.shrink;

import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.Accident;
import io.fleet.testkit.workload.RegisterService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads one script. Everything that is not understood, said twice or missing is an error. */
final class ScriptReader {
    private static final Set<String> ONCE =
        Set.of("seed", "nodes", "survivors", "clients", "span", "operations", "accidents");
    private static final int MOST_NODES = 31;
    private static final int NONE_YET = -1;

    private final RegisterService service = new RegisterService();
    private final List<Fault> faults = new ArrayList<>();
    private final List<PlannedOperation> operations = new ArrayList<>();
    private final List<Accident> accidents = new ArrayList<>();
    private final Set<String> said = new HashSet<>();
    private SeedConfig config = SeedConfig.plain();
    private int nodes;
    private long seed;
    private int survivors;
    private Fate fate = Fate.DEAD;
    private int concurrency = Workload.CONCURRENCY;
    private int bigPercent;
    private int timerPercent;
    private int quorumPercent;
    private int stalePercent;
    private int keptPercent;
    private int clients;
    private int embedded;
    private long spanNs;
    private int drawnOperations = NONE_YET;
    private boolean drawnAccidents;
    private Words words;

    RunPlan read(final List<String> lines) {
        int number = 0;
        boolean begun = false;
        for (final String line : lines) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            try {
                words = new Words(line);
                if (begun) {
                    element(words.next("an element"));
                } else {
                    words.expect(Script.MAGIC);
                    words.whole("the version", Script.VERSION, Script.VERSION);
                    begun = true;
                }
                words.end();
            } catch (final RuntimeException e) {
                throw new ScriptException(number, e.getMessage() + " (in: " + line + ")");
            }
        }
        try {
            return plan(begun);
        } catch (final RuntimeException e) {
            throw new ScriptException(number, e.getMessage());
        }
    }

    private RunPlan plan(final boolean begun) {
        if (!begun) {
            throw new IllegalArgumentException("the script is empty; it must begin with " + Script.MAGIC + ' '
                + Script.VERSION);
        }
        for (final String element : ONCE) {
            if (!said.contains(element)) {
                throw new IllegalArgumentException("the script ends without a line '" + element + "'");
            }
        }
        if (drawnOperations != NONE_YET && !operations.isEmpty() || drawnAccidents && !accidents.isEmpty()) {
            throw new IllegalArgumentException("operations or accidents are given and drawn");
        }
        config.config().check();
        if (config.nodes() != nodes) {
            throw new IllegalArgumentException("nodes is " + nodes + ", but a group that is "
                + config.config().code() + " has " + config.nodes());
        }
        for (final Fault fault : faults) {
            if (fault.target() >= config.nodes()) {
                throw new IllegalArgumentException("target of " + fault + ", but there are " + config.nodes()
                    + " nodes");
            }
        }
        final Workload workload = new Workload(clients, embedded, Math.max(drawnOperations, clients), spanNs,
            drawnOperations == NONE_YET ? operations : null, concurrency, bigPercent, timerPercent,
            quorumPercent, stalePercent, said.contains("handles"), keptPercent);
        return new RunPlan(seed, config, FaultPlan.of(faults, survivors, fate), workload,
            drawnAccidents ? null : accidents);
    }

    private void element(final String element) {
        if (ONCE.contains(element) && !said.add(element)) {
            throw new IllegalArgumentException("'" + element + "' is said a second time");
        }
        switch (element) {
            case "seed" -> seed = words.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
            case "nodes" -> {
                nodes = (int) words.whole("nodes", 1, MOST_NODES);
                config = config.withNodes(nodes);
            }
            case "survivors" -> survivors();
            case "others" -> fate = constant(Fate.class, words.next("a fate"));
            case "set" -> set(words.next("the name of a setting"));
            case "clients" -> {
                clients = (int) words.whole("clients", 1, Workload.MAX_CLIENTS);
                words.expect("embedded");
                embedded = (int) words.whole("embedded", 0, clients);
            }
            case "span" -> spanNs = words.whole("span", Workload.MIN_SPAN_NS, Long.MAX_VALUE / 2);
            case "timers" -> timers();
            case "quorum-reads" -> quorumReads();
            case "stale-reads" -> staleReads();
            case "handles" -> handles();
            case "kept-sessions" -> keptSessions();
            case "fault" -> fault();
            case "operations" -> operations(isDrawn());
            case "operation" -> operation();
            case "accidents" -> drawnAccidents = isDrawn();
            case "accident" -> accident();
            default -> throw new IllegalArgumentException("'" + element + "' is no element of a script");
        }
    }

    private void timers() {
        if (!said.add("timers")) {
            throw new IllegalArgumentException("'timers' is said a second time");
        }
        timerPercent = (int) words.whole("timers", 1, 100);
    }

    private void quorumReads() {
        if (!said.add("quorum-reads")) {
            throw new IllegalArgumentException("'quorum-reads' is said a second time");
        }
        quorumPercent = (int) words.whole("quorum-reads", 1, 100);
    }

    private void staleReads() {
        if (!said.add("stale-reads")) {
            throw new IllegalArgumentException("'stale-reads' is said a second time");
        }
        stalePercent = (int) words.whole("stale-reads", 1, 100);
    }

    private void keptSessions() {
        if (!said.add("kept-sessions")) {
            throw new IllegalArgumentException("'kept-sessions' is said a second time");
        }
        keptPercent = (int) words.whole("kept-sessions", 1, 100);
    }

    private void handles() {
        if (!said.add("handles")) {
            throw new IllegalArgumentException("'handles' is said a second time");
        }
    }

    private void operations(final boolean areDrawn) {
        if (areDrawn) {
            drawnOperations = (int) words.whole("operations drawn", 1, Integer.MAX_VALUE);
            concurrency = words.takes("concurrency") ? (int) words.whole("concurrency", 1, Integer.MAX_VALUE)
                : concurrency;
            bigPercent = words.takes("big") ? (int) words.whole("big", 0, 100) : 0;
        }
    }

    private boolean isDrawn() {
        final String word = words.next("'given' or 'drawn'");
        if (!word.equals("given") && !word.equals("drawn")) {
            throw new IllegalArgumentException("'" + word + "' must be 'given' or 'drawn'");
        }
        return word.equals("drawn");
    }

    private void survivors() {
        while (words.hasNext()) {
            survivors |= 1 << words.whole("survivors", 0, MOST_NODES - 1);
        }
        if (survivors == 0) {
            throw new IllegalArgumentException("no node survives");
        }
    }

    private void set(final String name) {
        final Setting setting = Setting.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("'" + name + "' is no setting; settings are "
                + Setting.ALL.stream().map(Setting::name).toList()));
        if (!said.add("set " + name)) {
            throw new IllegalArgumentException("'" + name + "' is set a second time");
        }
        config = setting.with().apply(config, words.next("a value"));
    }

    private void fault() {
        final FaultKind kind = constant(FaultKind.class, words.next("a kind of fault"));
        words.expect("at");
        final long atNs = words.whole("at", 0, Long.MAX_VALUE / 2);
        words.expect("for");
        final long durationNs = words.whole("for", 0, Long.MAX_VALUE / 2);
        final int target = words.takes("target") ? (int) words.whole("target", 0, MOST_NODES - 1) : Fault.NONE;
        final int other = words.takes("other") ? (int) words.whole("other", 0, Integer.MAX_VALUE) : Fault.NONE;
        final double strength = words.takes("strength") ? Double.parseDouble(words.next("a strength")) : 0;
        faults.add(new Fault(kind, atNs, durationNs, target, other, strength));
    }

    private void operation() {
        final int client = (int) words.whole("client", 0, Workload.MAX_CLIENTS - 1);
        words.expect("at");
        final long atNs = words.whole("at", 0, Long.MAX_VALUE / 2);
        words.expect("ballast");
        final String ballast = words.next("ballast");
        if (!ballast.endsWith(":")) {
            throw new IllegalArgumentException("a colon is missing after ballast");
        }
        final int bytes = (int) Words.whole("ballast", ballast.substring(0, ballast.length() - 1), 0,
            Integer.MAX_VALUE);
        operations.add(new PlannedOperation(client, atNs, bytes, service.write(service.read(words.rest()))));
    }

    private void accident() {
        final Accident.Kind kind = constant(Accident.Kind.class, words.next("a kind of accident"));
        final int from = (int) words.whole("from", 0, Integer.MAX_VALUE);
        final int to = words.takes("to") ? (int) words.whole("to", 0, Integer.MAX_VALUE) : Accident.NOBODY;
        words.expect("number");
        final long number = words.whole("number", 0, Long.MAX_VALUE);
        accidents.add(new Accident(kind, from, to, number,
            words.takes("value") ? words.whole("value", 0, Long.MAX_VALUE) : 0));
    }

    private static <E extends Enum<E>> E constant(final Class<E> type, final String word) {
        for (final E constant : type.getEnumConstants()) {
            if (constant.name().equals(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("'" + word + "' is none of " + EnumSet.allOf(type));
    }

    /** The words of one line, from the left. */
    private static final class Words {
        private final String[] words;
        private int next;

        Words(final String line) {
            words = line.trim().split("\\s+");
        }

        boolean hasNext() {
            return next < words.length;
        }

        String next(final String what) {
            if (!hasNext()) {
                throw new IllegalArgumentException("the line ends where " + what + " is expected");
            }
            return words[next++];
        }

        void expect(final String word) {
            final String found = next("'" + word + "'");
            if (!found.equals(word)) {
                throw new IllegalArgumentException("'" + found + "' stands where '" + word + "' is expected");
            }
        }

        /** Whether the next word is this one, which is then taken. */
        boolean takes(final String word) {
            if (hasNext() && words[next].equals(word)) {
                next++;
                return true;
            }
            return false;
        }

        long whole(final String what, final long least, final long most) {
            return whole(what, next(what), least, most);
        }

        static long whole(final String what, final String word, final long least, final long most) {
            try {
                final long value = Long.parseLong(word);
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (final NumberFormatException e) {
                // Said below, with the range.
            }
            throw new IllegalArgumentException(what + " is " + word + ", but must be "
                + (least == most ? Long.toString(least) : "from " + least + " to " + most));
        }

        String rest() {
            final String rest = String.join(" ", Arrays.copyOfRange(words, Math.min(next, words.length),
                words.length));
            next = words.length;
            return rest;
        }

        void end() {
            if (hasNext()) {
                throw new IllegalArgumentException("'" + words[next] + "' is too much");
            }
        }
    }
}
