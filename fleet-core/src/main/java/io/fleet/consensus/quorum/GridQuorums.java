package io.fleet.consensus.quorum;

/**
 * A grid (Compartmentalized MultiPaxos, section 3.2): a write quorum is a whole column, a read quorum a whole row.
 * Who elects has both.
 */
public final class GridQuorums implements QuorumSystem {
    private final long[] rows;
    private final long[] columns;

    /**
     * Creates the system.
     *
     * @param rows    the members of each row.
     * @param columns the members of each column; each has one member in common with each row.
     */
    public GridQuorums(final long[] rows, final long[] columns) {
        this.rows = rows.clone();
        this.columns = columns.clone();
    }

    @Override
    public boolean isWriteQuorum(final long members) {
        return hasWhole(columns, members);
    }

    @Override
    public boolean isReadQuorum(final long members) {
        return hasWhole(rows, members);
    }

    @Override
    public int parts() {
        return columns.length;
    }

    @Override
    public long part(final int part) {
        return columns[part];
    }

    @Override
    public int enough(final int part) {
        return Long.bitCount(columns[part]);
    }

    @Override
    public int tolerated() {
        return Math.min(rows.length, columns.length) - 1;
    }

    @Override
    public int fewestRepairers() {
        return rows.length + columns.length - 2;
    }

    @Override
    public boolean canReadWithout(final long set, final int count) {
        for (final long row : rows) {
            if (Long.bitCount(set & ~row) >= count) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasWhole(final long[] lines, final long members) {
        for (final long line : lines) {
            if ((members & line) == line) {
                return true;
            }
        }
        return false;
    }
}
