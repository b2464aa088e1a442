import { type FamilyId, isFamilyId } from "@analytics-engines/core/families/facts";
import { InvalidArgumentError, Option } from "commander";

export function failOnOption(): Option {
  return new Option("--fail-on <severity>", "what makes the exit code 1")
    .choices(["error", "warning", "never"])
    .default("error");
}

export function unknownPropertiesOption(): Option {
  return new Option(
    "--unknown-properties <severity>",
    "severity of a property that the models do not have; a name close to a known one is an error",
  )
    .choices(["error", "warning"])
    .default("error");
}

/** Collects texts with patterns. The module that splits them is loaded with the run. */
export function collectPatterns(text: string, earlier: readonly string[] = []): readonly string[] {
  if (text.trim() !== "") return [...earlier, text];
  throw new InvalidArgumentError("Expected FILE#UNIT as globs, such as *.pa.json#effects.");
}

/** The families of files by glob, for files whose name and `$schema` do not state a family. */
export type Families = Readonly<Record<string, FamilyId>>;

/** Collects `GLOB=FAMILY`. */
export function collectFamilies(text: string, earlier: Families = {}): Families {
  const at = text.lastIndexOf("=");
  const family = text.slice(at + 1);
  if (at > 0 && isFamilyId(family)) return { ...earlier, [text.slice(0, at)]: family };
  throw new InvalidArgumentError("Expected GLOB=FAMILY, such as risk/*.json=spar.");
}
