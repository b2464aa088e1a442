import type { ManifestFile, ManifestUnit } from "@analytics-engines/runs";

/** Why a unit did not succeed, in the service's words where it gave some. */
export function describeFailure(file: ManifestFile, unit: ManifestUnit): string {
  const texts = unit.errors.map(
    ({ code, title, detail }) =>
      [title, detail]
        .filter((part, at, all) => part !== undefined && part !== "" && all.indexOf(part) === at)
        .join(": ") || (code === undefined ? "" : `Error ${code}`),
  );
  const said = texts.filter((text, at, all) => text !== "" && all.indexOf(text) === at).join(" · ");
  return said || file.problem?.message || "The service gave no reason.";
}
