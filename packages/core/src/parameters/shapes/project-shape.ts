import { projectModels, projectRoots } from "./project-models.ts";
import { type Shape, shapeWith } from "./shape.ts";

/** The shape of the project file. A program that reads only requests does without it. */
export function projectShape(): Shape {
  return shapeWith(projectModels, projectRoots.project);
}
