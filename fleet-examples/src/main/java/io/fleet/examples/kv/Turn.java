package io.fleet.examples.kv;

/** What the commands of one batch share: the keys, the words of the command at hand, the answers, and log time. */
final class Turn {
    final KeySpace keys = new KeySpace();
    final BatchReader args = new BatchReader();
    final ReplyBuilder out = new ReplyBuilder(KvLimits.MAX_MESSAGE_BYTES);
    final Numbers numbers = new Numbers();
    long now;

    /**
     * Finds a key that has not expired; changes nothing.
     *
     * @param argument which word is the key.
     * @return null when there is none.
     */
    Entry read(final int argument) {
        final Entry entry = keys.find(args.buffer(), args.offset(argument), args.length(argument));
        return entry == null || entry.expired(now) ? null : entry;
    }

    /**
     * Finds a key that has not expired; takes it out where it has.
     *
     * @param argument which word is the key.
     * @return null when there is none.
     */
    Entry write(final int argument) {
        final Entry entry = keys.find(args.buffer(), args.offset(argument), args.length(argument));
        if (entry != null && entry.expired(now)) {
            keys.remove(entry);
            return null;
        }
        return entry;
    }

    /**
     * Adds a key that is not there.
     *
     * @param argument which word is the key.
     * @return its entry, the value still to be set.
     */
    Entry insert(final int argument) {
        return keys.insert(args.buffer(), args.offset(argument), args.length(argument));
    }

    /**
     * Sets the value of an entry, in place where the length stays.
     *
     * @param entry    whose.
     * @param argument which word is the value.
     */
    void value(final Entry entry, final int argument) {
        final int length = args.length(argument);
        if (entry.value == null || entry.value.length != length) {
            entry.value = new byte[length];
        }
        args.buffer().getBytes(args.offset(argument), entry.value);
    }

    /**
     * Reads a word as a number; {@code numbers.valid()} says whether it is one.
     *
     * @param argument which word.
     * @return the number.
     */
    long number(final int argument) {
        return numbers.parse(args.buffer(), args.offset(argument), args.length(argument));
    }
}
