package io.fleet.machine;

/**
 * Takes the keys of one command from {@link SpeculativeMachine#keys}. Valid only during the call it is handed to.
 */
public interface CommandKeys {
    /**
     * The command reads or changes what is under a key. Keys are compared by this number alone: a machine whose keys
     * are longer gives a hash of them. Two keys with the same hash only wait for each other.
     *
     * @param key the key, or a hash of it.
     */
    void add(long key);

    /** The command may read or change anything: it is prepared behind all before it, and before all behind it. */
    void all();
}
