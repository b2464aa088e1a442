import { describe } from "vitest";
import { testDamage } from "./damaged-folder.ts";

describe("a run that was killed and whose folder is damaged", () =>
  testDamage("killed", ["journal.jsonl", "journal.commit", "manifest.json"]));
