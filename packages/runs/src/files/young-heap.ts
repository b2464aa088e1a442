import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** With 8 MiB, scavenges come so often that a conversion to Parquet takes a quarter more processor time. */
const ENOUGH_BYTES = 16 * 2 ** 20;
const LOOK_MS = 5;

/**
 * Stops the growth of the part of the heap with new objects at 16 MiB, for this process. V8 would let it grow to more than 64 MiB, which reading
 * large results fills with garbage. For programs alone: a library must not decide this for the program that uses it.
 */
export function limitYoungHeap(): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
    if (young !== undefined && young.space_size < ENOUGH_BYTES) return;
    // The maximum size can only be set before the process starts.
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, LOOK_MS).unref();
}
