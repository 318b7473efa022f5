package io.fleet.node.thread;

/** Where threads are, in words for operators. */
final class ThreadStacks {
    private static final int DEEPEST = 40;

    private ThreadStacks() {
    }

    static String text(final Thread thread) {
        return text(thread.getStackTrace());
    }

    static String text(final StackTraceElement[] stack) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(stack.length, DEEPEST); i++) {
            text.append("\n\tat ").append(stack[i]);
        }
        return text.toString();
    }
}
