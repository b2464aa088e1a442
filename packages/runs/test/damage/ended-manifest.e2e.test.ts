import { describe } from "vitest";
import { testDamage } from "./damaged-folder.ts";

describe("a run that has ended and whose folder is damaged", () => testDamage("ended", ["manifest.json"]));
