import { isObject, property } from "../../json/value.ts";
import { nearest } from "../../text/nearest.ts";
import { renameKey } from "../issues/fixes.ts";
import { payloadShape } from "../shapes/shape.ts";
import { quoted } from "../text/words.ts";
import { withoutUnseen } from "./names.ts";
import type { RuleContext } from "./rule.ts";

/** Names that cannot be part of an address, so that the result of such a unit could not be read. */
const unusableNames = new Set(["", ".", ".."]);

/** Reports a file with nothing to compute, and units whose results would have no address. */
export function checkUnits(context: RuleContext): void {
  const { place } = payloadShape(context.kind);
  if (place === "root" || !isObject(context.request)) return;
  const data = property(context.request, "data") ?? null;
  const isEmpty = place === "units" && isObject(data) && context.payloads.length === 0;
  // A misspelled `data` is an unknown property, and one typo is one error.
  const names = Object.keys(context.request);
  const isMisspelled = !names.includes("data") && nearest("data", names) !== undefined;
  if ((data === null || isEmpty) && !isMisspelled) {
    context.report({
      code: "nothing-to-compute",
      message:
        place === "units"
          ? "There is no unit in `data`: nothing would be computed."
          : "`data` is missing: it must contain the parameters.",
      path: Object.hasOwn(context.request, "data") ? ["data"] : [],
      at: "start",
    });
  }
  if (place !== "units") return;
  // No iterator, because a large file has tens of thousands of units.
  for (let index = 0; index < context.payloads.length; index++) {
    const { path } = context.payloads[index] ?? { path: [] };
    const name = String(path.at(-1));
    const clean = withoutUnseen(name);
    if (clean !== name && !unusableNames.has(clean)) {
      context.report({
        code: "surrounding-blanks",
        message: `The unit's id ${quoted(name)} has blanks around it, or characters that cannot be seen.`,
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
