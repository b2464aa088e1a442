import { type FamilyId, isFamilyId, templateRequests } from "../../families/families.ts";
import { isObject, type JsonObject, property } from "../../json/value.ts";
import { kindWord, plainWord } from "../file-names.ts";
import { matchesGlob } from "../globs.ts";
import { type Finding, Findings } from "../issues/findings.ts";
import { replaceWritten } from "../issues/fixes.ts";
import { type DocumentKind, documentKinds, payloadShape, shapeOf } from "../shapes/shape.ts";
import { listed, quoted } from "../text/words.ts";
import { checkShape } from "./check.ts";

/** What decided the family of a file: the caller, the file's name, `$schema`, a mapping of globs, or its content. */
export type FamilyBy = "caller" | "file name" | "$schema" | "mapping" | "content";

export interface FamilyOptions {
  /** Path of the file, for its name and for the mapping; relative to the folder where the globs start. */
  readonly path?: string | undefined;
  /** The family, if the caller knows it. */
  readonly family?: FamilyId | undefined;
  /** Families by glob, for files whose name does not contain it; the first glob that matches counts. */
  readonly families?: Readonly<Record<string, FamilyId>> | undefined;
}

interface Detected {
  readonly kind: DocumentKind;
  readonly by: FamilyBy;
}

/** Decides what a document is; adds a finding if that is not clear, or if two signs disagree. */
export function detectFamily(
  root: unknown,
  schema: unknown,
  options: FamilyOptions,
  findings: Findings,
): Detected | undefined {
  if (options.family !== undefined) return { kind: options.family, by: "caller" };
  const byName = kindByName(options.path);
  const bySchema = typeof schema === "string" ? kindBySchema(schema) : undefined;
  if (byName && bySchema && byName !== bySchema) {
    findings.add({
      code: "family-conflict",
      message: `The file's name says ${quoted(byName)}, its \`$schema\` ${quoted(bySchema)}. The name counts.`,
      path: ["$schema"],
    });
  }
  if (byName) return { kind: byName, by: "file name" };
  if (bySchema) return { kind: bySchema, by: "$schema" };
  const { path } = options;
  const familyEntry = Object.entries(options.families ?? {}).find(
    ([glob]) => path !== undefined && matchesGlob(path, glob),
  );
  if (familyEntry) return { kind: familyEntry[1], by: "mapping" };
  return detectByContent(root, findings);
}

/** The kinds that the content of a file fits better, though its name, `$schema` or a glob names another kind. */
interface OtherKinds {
  readonly finding: Finding;
  /** Whether the errors as the named kind say nothing, since the file certainly is of another kind. */
  readonly isCertain: boolean;
}

/**
 * Finds the kinds that a file with errors fits without errors, or with more known names and at most half of the errors.
 * @param root the content without `$schema`
 * @param errors how many errors it has as the kind that was detected
 */
export function findOtherKinds(
  root: unknown,
  { kind, by }: Detected,
  path: string | undefined,
  errors: number,
): OtherKinds | undefined {
  if (by === "caller" || by === "content" || errors === 0) return undefined;
  const ownNames = knownNames(root, kind);
  const candidates = documentKinds
    .filter((otherKind) => otherKind !== kind && !otherKind.endsWith("Update"))
    .map((otherKind) => ({ otherKind, names: knownNames(root, otherKind) }))
    .filter(({ names }) => names > 0 && names >= ownNames)
    .map((other) => ({ ...other, errors: countErrors(root, other.otherKind) }))
    .filter((other) => other.errors === 0 || (other.names > ownNames && other.errors * 2 <= errors));
  const fewest = Math.min(...candidates.map((other) => other.errors));
  const best = candidates.filter((other) => other.errors === fewest);
  const others = best.map(({ otherKind }) => otherKind);
  const [fittingKind] = others;
  // Names that are only written in another way are corrected in the root, which then has no errors as its own kind either.
  if (fittingKind === undefined || countErrors(root, kind) === 0) return undefined;
  const fits = `its content fits ${listed(others.map(wordOf))}${fewest === 0 ? "" : " better"}`;
  const isCertain = errors > 1;
  const severity = isCertain ? "error" : "warning";
  if (by === "$schema") {
    const schema = `${wordOf(fittingKind)}.schema.json`;
    return {
      isCertain,
      finding: {
        code: "family-conflict",
        severity,
        message: `\`$schema\` says ${quoted(wordOf(kind))}, but ${fits}.`,
        path: ["$schema"],
        fixes: [
          replaceWritten(`Change to ${quoted(schema)}`, (written) => written.replace(/[\w-]+\.schema\.json/i, schema)),
        ],
      },
    };
  }
  const origin = by === "file name" ? "The file's name says" : "A glob says";
  const name = (path ?? "").split(/[\\/]/).at(-1) ?? "";
  const newName =
    by === "file name"
      ? name.replace(/[a-z-]+(?=\.json$)/i, wordOf(fittingKind))
      : name.replace(/(?=\.json$)/i, `.${wordOf(fittingKind)}`);
  const message = `${origin} ${quoted(wordOf(kind))}, but ${fits}. Name it ${others.length > 1 ? "for example " : ""}${quoted(newName)}.`;
  return { isCertain, finding: { code: "family-conflict", severity, message, path: [], at: "start" } };
}

/** The word of a kind in the names of its files. */
function wordOf(kind: DocumentKind): string {
  return isFamilyId(kind) ? kind : templateRequests[kind].name;
}

function kindByName(path: string | undefined): DocumentKind | undefined {
  return kindOfWord(kindWord(path ?? ""));
}

function kindBySchema(schema: string): DocumentKind | undefined {
  return kindOfWord(/(?:^|[/\\])([a-z-]+)\.schema\.json(?:$|[?#])/i.exec(schema)?.[1]);
}

function kindOfWord(word: string | undefined): DocumentKind | undefined {
  const plain = word && plainWord(word);
  return documentKinds.find((kind) => kind.toLowerCase() === plain);
}

function detectByContent(root: unknown, findings: Findings): Detected | undefined {
  // The root unchanged, then with an envelope added or removed. A wrong envelope is an issue of its own.
  const forms = [root, { data: root }, { data: { unit: root } }, property(root, "data")];
  const bestKinds = forms.map(findBestKinds).find((kinds) => kinds.length > 0) ?? [];
  const [kind] = bestKinds;
  if (kind !== undefined && bestKinds.length === 1) return { kind, by: "content" };
  const code = kind === undefined ? "family-unknown" : "family-ambiguous";
  const reason = kind === undefined ? "The family of this file is unknown." : `The content fits ${listed(bestKinds)}.`;
  const message = `${reason} Name the file \`NAME.FAMILY.json\`, or give it a \`$schema\`.`;
  findings.add({ code, message, path: [], at: "start" });
  return undefined;
}

/** The kinds that the document fits best: with the fewest errors, and among those with the most known names. */
function findBestKinds(root: unknown): DocumentKind[] {
  const scores = documentKinds
    .filter((kind) => !kind.endsWith("Update"))
    .map((kind) => ({ kind, nameCount: knownNames(root, kind) }))
    .filter(({ nameCount }) => nameCount > 0)
    .map(({ kind, nameCount }) => ({ kind, nameCount, errors: countErrors(root, kind) }))
    .sort((a, b) => a.errors - b.errors || b.nameCount - a.nameCount);
  const [best] = scores;
  return scores
    .filter(({ errors, nameCount }) => errors === best?.errors && nameCount === best.nameCount)
    .map(({ kind }) => kind);
}

/** A few units are as good a sample as ten thousand. */
const MAX_SAMPLED_UNITS = 3;

function sample(root: unknown): unknown {
  if (!isObject(root)) return root;
  const data = root["data"];
  return isObject(data) ? { ...root, data: Object.fromEntries(Object.entries(data).slice(0, sampleSize(data))) } : root;
}

/** Only a large map of objects is cut to a sample: a payload is kept whole. */
function sampleSize(data: JsonObject): number {
  const values = Object.values(data);
  return values.length > 20 && values.every(isObject) ? MAX_SAMPLED_UNITS : values.length;
}

function countErrors(root: unknown, kind: DocumentKind): number {
  const findings = new Findings();
  checkShape(structuredClone(sample(root)), shapeOf(kind), findings);
  return findings.errors;
}

function knownNames(root: unknown, kind: DocumentKind): number {
  const { location, shape } = payloadShape(kind);
  const data = isObject(root) ? root["data"] : undefined;
  const payload =
    location === "root" ? root : location === "data" ? data : isObject(data) ? Object.values(data)[0] : undefined;
  return isObject(payload) ? Object.keys(payload).filter((key) => shape.names.has(key.toLowerCase())).length : 0;
}
