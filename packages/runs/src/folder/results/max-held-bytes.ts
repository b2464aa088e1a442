/** Larger results are not held in memory, but read as streams; bytes. */
export const MAX_HELD_BYTES: number = 32 * 1024 * 1024;
