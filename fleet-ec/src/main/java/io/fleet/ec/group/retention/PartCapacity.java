package io.fleet.ec.group.retention;

/** What a node has room for among the parts that it holds; each takes less than the one before. */
public enum PartCapacity {
    /** For parts of any entries. */
    FOR_ALL,
    /** For what is under way, and for parts of entries without a value: some of these let go of others. */
    FOR_ENTRIES_WITHOUT_VALUE,
    /** For what is under way only. */
    FOR_NOTHING_NEW
}
