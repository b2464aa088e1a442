/** The longest name of a run, characters. */
export const MAX_NAME = 300;

/** How many resumptions a manifest records at most. */
export const MAX_RESUMED = 100;

/** The highest number of a shard. GitHub runs 256, and a list of all shards of a plan is made. */
export const MAX_SHARDS = 10_000;
