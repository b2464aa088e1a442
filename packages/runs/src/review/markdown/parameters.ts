import { type Sentence, sentenceList } from "@analytics-engines/core/basics";
import { prose } from "../../host/markdown.ts";
import type { Review } from "../assess.ts";
import { describeParameters } from "../describe-parameters.ts";

/** The changes of parameter files as a list, with the changes within each file. */
export function parameterList({ parameters, numbers }: Review): string {
  return listOf(describeParameters(parameters, numbers.units));
}

/** The changes of parameter files, each in a line. */
export function parameterLines({ parameters }: Review): string {
  return listOf(describeParameters(parameters, []).map(({ text }) => ({ text })));
}

/** Sentences as a list, with everything escaped. */
export function listOf(sentences: readonly Sentence[]): string {
  return sentenceList(sentences, prose);
}
