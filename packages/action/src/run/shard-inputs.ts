import type { ShardInputs } from "@analytics-engines/runs/plan";
import type { InputReader } from "../github/inputs.ts";

/** Reads the inputs `plan` and `shard`, which belong together. */
export function readShard(reader: InputReader): ShardInputs | undefined {
  const [plan, shard] = [reader.text("plan"), reader.line("shard")];
  if (plan === undefined && shard === undefined) return undefined;
  if (plan === undefined || shard === undefined) {
    reader.refuse("Inputs plan and shard belong together: set both to outputs of the action plan.");
    return undefined;
  }
  const [index = 0, total = 0] = /^\d{1,4}\/\d{1,4}$/.test(shard) ? shard.split("/").map(Number) : [];
  if (index >= 1 && index <= total) return { plan, index, total };
  reader.refuse("Input shard must be a number and a total, such as 2/8.");
  return undefined;
}

/** Reads the input `rate-share`: `0.125` or `1/8`. */
export function readShare(reader: InputReader): number | undefined {
  const text = reader.line("rate-share");
  if (text === undefined) return undefined;
  const [part = 0, whole = 1] = /^(\d+(\.\d+)?|\d+\/\d+)$/.test(text) ? text.split("/").map(Number) : [];
  const share = part / whole;
  if (share > 0 && share <= 1) return share;
  reader.refuse("Input rate-share must be a part of one, such as 1/8 or 0.125.");
  return undefined;
}
