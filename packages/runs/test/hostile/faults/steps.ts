import type { Kind } from "../service/kinds.ts";

/** The steps of a job at which a fault can strike. */
export const matrixSteps = ["create", "look", "status", "result", "info", "cancel"] as const;
export type MatrixStep = (typeof matrixSteps)[number];

/** What a step is, for readers. */
export const stepTitles: Readonly<Record<MatrixStep, string>> = {
  create: "the create",
  look: "the first look for a job whose create went unanswered",
  status: "the status that finds the job finished",
  result: "the result of a unit",
  info: "the document that describes a result",
  cancel: "the cancel, when the run is stopped",
};

/** Whether the jobs of a kind have a step. */
export function hasStep(kind: Kind, step: MatrixStep): boolean {
  const isAtOnce = kind.gives === "at-create";
  if (step === "create") return true;
  if (step === "look") return !isAtOnce && kind.answers !== "bare";
  if (step === "info") return kind.hasInfo === true;
  if (step === "result") return kind.gives === "at-result";
  if (step === "cancel") return !isAtOnce && kind.answers !== "bare";
  return !isAtOnce;
}
