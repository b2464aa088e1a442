import { FILE_MODELS } from "./file-models.ts";
import { type Shape, shapeWith } from "./shape.ts";

/** The shape of a file that users write beside parameter files. A program that reads only requests does without these models. */
export function shapeOfFile(name: "checks" | "project" | "sweep"): Shape {
  return shapeWith(FILE_MODELS, `${name}Root`);
}
