package io.fleet.ec.codec;

/**
 * Which shards are made from which others, and by which coefficients: the targets are the coefficients times the k
 * sources. Kept for as long as the marks of the shards stay the same, as they do from stripe to stripe.
 *
 * <p>Sources are the given data shards, and as many of the first given parity shards as data shards are missing. Only
 * the square matrix that ties these parity shards to the missing data has to be inverted.
 */
final class Recipe {
    private final int dataShards;
    private final int shards;
    private final CodeMatrix matrix;
    private final Product product;
    private final boolean targetsAreGiven;

    private final int[] sources;
    private final int[] targets;
    private final byte[] coefficients;
    private final byte[] marks;
    /** Where a data shard is among the sources, or -1. */
    private final int[] place;
    private final int[] missing;
    /** Missing data from sources: first the inverse, then whole rows. */
    private final byte[][] inverse;
    private final byte[][] work;
    private final byte[][] rows;
    private int targetCount;
    private boolean isKnown;

    /**
     * A recipe without ingredients.
     *
     * @param targetsAreGiven whether targets are the given shards that are no sources (to compare them), rather than
     *                        the wanted ones.
     */
    Recipe(final CodeMatrix matrix, final int dataShards, final int shards, final Product product,
           final boolean targetsAreGiven) {
        this.matrix = matrix;
        this.dataShards = dataShards;
        this.shards = shards;
        this.product = product;
        this.targetsAreGiven = targetsAreGiven;
        final int most = Math.min(dataShards, shards - dataShards);
        sources = new int[dataShards];
        targets = new int[shards - dataShards];
        coefficients = new byte[targets.length * dataShards];
        marks = new byte[shards];
        place = new int[dataShards];
        missing = new int[most];
        inverse = new byte[most][most];
        work = new byte[most][most];
        rows = new byte[most][dataShards];
    }

    /** Finds out how, unless it is known; at least k shards are given. */
    void prepare(final ShardSet set) {
        if (isKnown && set.hasMarks(marks)) {
            return;
        }
        isKnown = false;
        final int lost = chooseSources(set);
        chooseTargets(set);
        solveMissing(lost);
        for (int target = 0; target < targetCount; target++) {
            writeRow(target, lost);
        }
        product.matrix(coefficients, targetCount);
        set.copyMarks(marks);
        isKnown = true;
    }

    int source(final int index) {
        return sources[index];
    }

    int target(final int index) {
        return targets[index];
    }

    int targetCount() {
        return targetCount;
    }

    Product product() {
        return product;
    }

    /** Data first, then parity, in order. The number of missing data shards. */
    private int chooseSources(final ShardSet set) {
        int count = 0;
        int lost = 0;
        for (int shard = 0; shard < dataShards; shard++) {
            place[shard] = -1;
            if (set.isGiven(shard)) {
                place[shard] = count;
                sources[count++] = shard;
            } else {
                missing[lost++] = shard;
            }
        }
        for (int shard = dataShards; count < dataShards; shard++) {
            if (set.isGiven(shard)) {
                sources[count++] = shard;
            }
        }
        return lost;
    }

    private void chooseTargets(final ShardSet set) {
        targetCount = 0;
        // Given shards after the last source are what is left to compare: data are all sources.
        final int from = targetsAreGiven ? Math.max(dataShards, sources[dataShards - 1] + 1) : 0;
        for (int shard = from; shard < shards; shard++) {
            if (targetsAreGiven ? set.isGiven(shard) : set.isWanted(shard)) {
                targets[targetCount++] = shard;
            }
        }
    }

    /** A row of coefficients over the sources for each missing data shard. */
    private void solveMissing(final int lost) {
        final int kept = dataShards - lost;
        for (int i = 0; i < lost; i++) {
            for (int j = 0; j < lost; j++) {
                inverse[i][j] = (byte) matrix.at(sources[kept + i], missing[j]);
            }
        }
        GaloisField.invert(inverse, work, lost);
        for (int row = 0; row < lost; row++) {
            for (int column = 0; column < kept; column++) {
                int sum = 0;
                for (int i = 0; i < lost; i++) {
                    sum ^= GaloisField.multiply(inverse[row][i], matrix.at(sources[kept + i], sources[column]));
                }
                rows[row][column] = (byte) sum;
            }
            System.arraycopy(inverse[row], 0, rows[row], kept, lost);
        }
    }

    /** A target is its row of the matrix, with missing data replaced by what they are made of. */
    private void writeRow(final int target, final int lost) {
        final int at = target * dataShards;
        for (int column = 0; column < dataShards; column++) {
            coefficients[at + column] = 0;
        }
        for (int shard = 0; shard < dataShards; shard++) {
            if (place[shard] >= 0) {
                coefficients[at + place[shard]] = (byte) matrix.at(targets[target], shard);
            }
        }
        for (int i = 0; i < lost; i++) {
            final int factor = matrix.at(targets[target], missing[i]);
            for (int column = 0; factor != 0 && column < dataShards; column++) {
                coefficients[at + column] ^= (byte) GaloisField.multiply(factor, rows[i][column]);
            }
        }
    }
}
