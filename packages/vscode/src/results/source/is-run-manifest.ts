import { isObject, parseObject } from "@analytics-engines/core/basics";

/** Whether a text is the manifest of a run: other programs have files of this name too. */
export function isRunManifest(text: string): boolean {
  const { version, tool, files } = parseObject(text) ?? {};
  const isOurs = version === 1 && typeof tool === "string" && Array.isArray(files);
  return isOurs && files.every((file) => isObject(file)) && files.some((file) => "parametersSha256" in file);
}
