import { isFamilyId } from "../../families/families.ts";
import { entries, isObject, property } from "../../json/value.ts";
import { nearest } from "../../text/nearest.ts";
import { type FixMaker, removeMembers, renameKey, replaceMember } from "../issues/fixes.ts";
import { type DocumentKind, payloadShape, shapeOf } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { describeUnseen, withoutUnseen } from "./names.ts";
import type { RuleContext } from "./rule.ts";

/** Names that cannot be part of an address, so that the result of such a unit could not be read. */
const unusableNames = new Set(["", ".", ".."]);

/** Reports a file with nothing to compute, and units whose results would have no address. */
export function checkUnits(context: RuleContext): void {
  const { location } = payloadShape(context.kind);
  if (location === "root" || !isObject(context.request)) return;
  const data = property(context.request, "data") ?? null;
  const isEmpty = location === "units" && isObject(data) && context.payloads.length === 0;
  // A misspelled `data` is an unknown property, and one typo is one error.
  const names = Object.keys(context.request);
  const isMisspelled = !names.includes("data") && nearest("data", names) !== undefined;
  if ((data === null || isEmpty) && !isMisspelled) {
    context.report({
      code: "nothing-to-compute",
      message:
        location === "units"
          ? "There is no unit in `data`: nothing would be computed."
          : "`data` is missing: it must contain the parameters.",
      path: Object.hasOwn(context.request, "data") ? ["data"] : [],
      at: "start",
    });
  }
  if (location !== "units") return;
  // No iterator, because a large file has tens of thousands of units.
  for (let index = 0; index < context.payloads.length; index++) {
    const { path } = context.payloads[index] ?? { path: [] };
    const name = String(path.at(-1));
    const clean = withoutUnseen(name);
    if (clean !== name && !unusableNames.has(clean)) {
      context.report({
        code: "surrounding-blanks",
        message: `The unit's id ${quoted(name)} ${describeUnseen(name)}.`,
        path,
        at: "key",
        fixes: [renameKey(`Change to ${quoted(clean)}`, clean, false)],
      });
    }
    if (!unusableNames.has(name)) continue;
    context.report({
      code: "unusable-name",
      message: `A unit cannot be called ${quoted(name)}: the address of its result would lead elsewhere.`,
      path,
      at: "key",
    });
  }
}

/** A deprecated property of `meta`, its successor, and for each value its names there. The first name is the usual one. */
interface Deprecated {
  readonly name: string;
  readonly successor: string;
  readonly means: Readonly<Record<string, readonly string[]>>;
}

const deprecated: readonly Deprecated[] = [
  {
    name: "contentorganization",
    successor: "stachContentOrganization",
    means: { None: ["None"], Row: ["Row"], Column: ["Column"], SimplifiedRow: ["SimplifiedRow"] },
  },
  {
    name: "contenttype",
    successor: "format",
    means: { Json: ["JsonStach"], Binary: ["BinaryStach", "Bison", "Binary"] },
  },
];

/** Reports deprecated properties of `meta`: a hint, or a warning if they contradict their successor. */
export function checkMeta(context: RuleContext): void {
  const meta = property(context.request, "meta");
  if (isFamilyId(context.kind) && hasOpenMeta(context.kind)) {
    checkOpenMeta(context, meta);
    return;
  }
  const deprecatedMembers = deprecated.flatMap((entry) => {
    const value = property(meta, entry.name);
    const means = typeof value === "string" && Object.hasOwn(entry.means, value) ? entry.means[value] : undefined;
    const successorValue = property(meta, entry.successor) ?? undefined;
    // `None` requests nothing, so it does not contradict the successor: official requests contain both.
    const agrees = typeof successorValue === "string" && (value === "None" || means?.includes(successorValue) === true);
    return means ? [{ ...entry, means, successorValue, agrees }] : [];
  });
  const key = (name: string) => String(context.pathInFile(["meta", name]).at(-1));
  // One fix removes all of them: separate fixes for two neighbours would leave a comma.
  const superfluous = deprecatedMembers.filter(({ agrees }) => agrees).map(({ name }) => key(name));
  for (const { name, successor, means, successorValue, agrees } of deprecatedMembers) {
    const [plain = ""] = means;
    let fix: FixMaker;
    let message: string;
    if (agrees) {
      fix = removeMembers("Remove what is deprecated", superfluous, true);
      message = `${quoted(name)} is deprecated, and ${quoted(successor)} beside it says the same.`;
    } else if (successorValue === undefined) {
      fix = replaceMember(`Write ${quoted(successor)} instead`, successor, plain, false);
      message = `${quoted(name)} is deprecated: write ${quoted(successor)} with the value ${quoted(plain)}.`;
    } else {
      fix = removeMembers(`Remove ${quoted(name)}`, [key(name)], false);
      message = `${quoted(name)} is deprecated, and contradicts ${quoted(successor)} beside it.`;
    }
    context.report({
      code: "deprecated-property",
      severity: agrees || successorValue === undefined ? "hint" : "warning",
      message,
      path: ["meta", name],
      at: "key",
      fixes: [fix],
    });
  }
}

/** Whether the model of `meta` has no properties. The service gets whatever `meta` contains. */
function hasOpenMeta(kind: DocumentKind): boolean {
  const root = shapeOf(kind);
  return root.kind === "object" && root.properties.get("meta")?.kind === "anyObject";
}

/** Properties of `meta` in other families, which do no harm here. */
const metaOfOthers = new Set(["contentorganization", "stachcontentorganization", "contenttype", "format"]);

function checkOpenMeta(context: RuleContext, meta: unknown): void {
  for (const [name] of entries(meta)) {
    const isOthers = metaOfOthers.has(name.toLowerCase());
    context.report({
      code: "unknown-property",
      severity: isOthers ? "hint" : "warning",
      message: isOthers
        ? `${quoted(name)} has no effect here: the model of \`meta\` has no properties in this family.`
        : `The model of \`meta\` has no properties in this family. ${quoted(name)} is sent as it is.`,
      path: ["meta", name],
      at: "key",
    });
  }
}
