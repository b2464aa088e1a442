import { freeBytesOf } from "../files/disk.ts";
import { fails, type ProbeResult, succeeds, warns } from "./check.ts";

const MIN_NODE = 22;
const GIBIBYTE = 1024 ** 3;
/** Below this, a run may end because its disk is full. */
const LOW_BYTES = GIBIBYTE;
/** Below this, a run reads no results. */
const MIN_BYTES = 64 * 1024 ** 2;

/** @param version of Node, such as `24.1.0` */
export function checkNode(version = process.versions.node): ProbeResult {
  if (Number.parseInt(version, 10) >= MIN_NODE) return succeeds(version);
  return fails(`${version} is too old`, `Install Node ${MIN_NODE} or later.`);
}

/** @param freeBytes default: asks the system */
export async function checkDisk(folder: string, freeBytes = freeBytesOf): Promise<ProbeResult> {
  const bytes = await freeBytes(folder);
  if (bytes === Infinity) return succeeds("the system does not say how much is free");
  const message = `${(bytes / GIBIBYTE).toFixed(1)} GiB are free for runs in this folder`;
  if (bytes >= LOW_BYTES) return succeeds(message);
  const remedy = "Free some space, or choose a folder for runs on another disk.";
  return bytes >= MIN_BYTES ? warns(message, remedy) : fails(message, remedy);
}
