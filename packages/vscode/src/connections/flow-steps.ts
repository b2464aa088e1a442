import type { FlowStep } from "../common/multi-step.ts";
import { askChoice, askText, type ChoiceQuestion, type TextQuestion } from "../common/quick-input.ts";
import type { Draft } from "./draft.ts";

/** What the steps of one flow share. */
export interface Flow {
  readonly title: string;
  readonly draft: Draft;
  /** Calls the service with what the user entered. Resolves with what is wrong, or undefined. */
  check(signal: AbortSignal): Promise<string | undefined>;
  /** Makes a step that asks for a line of text. Without `keep`, the `validate` of the question keeps the answer. */
  text(question: () => OwnPart<TextQuestion>, keep?: (answer: string) => void): FlowStep;
  /** Makes a step that lets the user choose. */
  choice<T>(question: () => OwnPart<ChoiceQuestion<T>>, keep: (answer: T) => void): FlowStep;
}

/** A question without the title and the position, which the flow adds. */
type OwnPart<Question> = Omit<Question, "title" | "step" | "total">;

export function createFlow(title: string, draft: Draft, check: Flow["check"]): Flow {
  return {
    title,
    draft,
    check,
    text: (question, keep) => async (position) => {
      const answer = await askText({ title, ...position, ...question() });
      if (answer.result === "next") keep?.(answer.value);
      return answer.result;
    },
    choice: (question, keep) => async (position) => {
      const answer = await askChoice({ title, ...position, ...question() });
      if (answer.result === "next") keep(answer.value);
      return answer.result;
    },
  };
}
