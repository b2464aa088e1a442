import { ResultDecodeError } from "../json/errors.ts";
import { isObject, items, propertyInAnyCase } from "../json/value.ts";
import { optionalMember } from "./stach/decode/definition.ts";

/** A text that the service generated about a unit. All of it is untrusted. */
export interface Commentary {
  readonly sections: readonly CommentarySection[];
  /** What the service says about how the text was made. */
  readonly disclaimer?: string;
}

export interface CommentarySection {
  readonly title?: string;
  readonly content?: string;
  readonly sections: readonly CommentarySection[];
}

/** Deeper sections are left out. */
const MAX_DEPTH = 8;

/**
 * Reads the text of a commentary as a run stores it.
 * @throws ResultDecodeError if the text is not JSON or has no sections
 */
export function readCommentary(text: string): Commentary {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ResultDecodeError("", "The commentary is not valid JSON.", { cause: error });
  }
  const data = propertyInAnyCase(value, "data") ?? value;
  const sections = sectionsOf(propertyInAnyCase(data, "sections"), 1);
  if (sections.length === 0) throw new ResultDecodeError("sections", "The commentary has no sections.");
  return { sections, ...optionalMember("disclaimer", textOf(propertyInAnyCase(data, "disclaimer"))) };
}

function sectionsOf(value: unknown, depth: number): readonly CommentarySection[] {
  if (depth > MAX_DEPTH) return [];
  return items(value)
    .filter(isObject)
    .map((section) => ({
      ...optionalMember("title", textOf(propertyInAnyCase(section, "title"))),
      ...optionalMember("content", textOf(propertyInAnyCase(section, "content"))),
      sections: sectionsOf(propertyInAnyCase(section, "subsections"), depth + 1),
    }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
