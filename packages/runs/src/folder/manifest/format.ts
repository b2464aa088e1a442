// What a manifest is called and how much it holds. This module loads nothing.

export const MANIFEST_NAME = "manifest.json";

/** The last field of a manifest: SHA-256 of its JSON without that field, indented by two spaces. */
export const MANIFEST_DIGEST = "contentSha256";

/** The longest name of a run, characters. */
export const MAX_NAME = 300;

/** How many resumptions a manifest records at most. */
export const MAX_RESUMED = 100;

/** The highest number of a shard. GitHub runs 256, and a list of all shards of a plan is made. */
export const MAX_SHARDS = 10_000;

/** What to do about a manifest that cannot be read. */
export const RESTORE = "Restore it from the run's artifact or a backup.";
