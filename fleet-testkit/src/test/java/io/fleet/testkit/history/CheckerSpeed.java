package io.fleet.testkit.history;

/** How long large histories take: {@code OPERATIONS CLIENTS KEYS LOST STALE}. */
public final class CheckerSpeed {
    private CheckerSpeed() {
    }

    public static void main(final String[] args) {
        final History<RegisterInput, Long> history = new HistoryGenerator(1, Integer.parseInt(args[1]),
            Integer.parseInt(args[2]), Double.parseDouble(args[3])).stale(Double.parseDouble(args[4]))
            .generate(Integer.parseInt(args[0]));
        final long begun = System.nanoTime();
        final Verdict verdict = new LinearizabilityChecker<>(new RegisterModel()).check(history);
        System.out.printf("%s operations, %s clients, %s keys, %s lost: %s, %,d configurations, %.2f s%n", args[0], args[1], args[2],
            args[3], verdict.kind(), verdict.configurations(), (System.nanoTime() - begun) / 1e9);
        System.out.println(verdict.explanation().lines().limit(4).toList());
    }
}
