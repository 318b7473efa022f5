package io.fleet.bench.speculation;

/** What a command makes of its key. */
final class Draft {
    final int key;
    /** How many commands of the key there were, this one included. */
    final long version;
    /** Made of the number of the command. */
    final long mark;
    final byte[] value;
    /** What it comes after; forgotten once this is published and cannot be revoked any more. Null for nothing. */
    Draft before;

    Draft(final int key, final long version, final long mark, final byte[] value, final Draft before) {
        this.key = key;
        this.version = version;
        this.mark = mark;
        this.value = value;
        this.before = before;
    }
}
