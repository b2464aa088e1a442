import type { ComponentFamilyId, DocumentFamilyId, OptimizerId } from "@analytics-engines/core/basics";
import type { documentTrees, NameList, strategyTrees } from "@analytics-engines/runs/lookup";
import type { TemplateSort } from "../common/templates.ts";

/** A tree of directories: each kind that the service lists, and the accounts once more with their configurations. */
export type DirectoryTree =
  | "accounts"
  | "configurations"
  | (typeof documentTrees)[number]
  | (typeof strategyTrees)[number];

export interface TemplateResource {
  readonly kind: "template";
  readonly sort: TemplateSort;
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** The category of the type of an unlinked template; the type of a templated component. */
  readonly category?: string | undefined;
  /** Only of a templated component: the directory by which it was listed. */
  readonly directory?: string | undefined;
}

/** A benchmark that the user looked up: the service does not list any. */
export interface BenchmarkResource {
  readonly kind: "benchmark";
  readonly id: string;
  readonly name: string;
}

/** A resource of the service. */
export type ServiceResource =
  /** Its `path` ends with a slash. */
  | { readonly kind: "directory"; readonly tree: DirectoryTree; readonly path: string }
  | { readonly kind: "account"; readonly path: string }
  | { readonly kind: "document"; readonly engine: DocumentFamilyId; readonly path: string }
  | {
      readonly kind: "component";
      readonly engine: ComponentFamilyId;
      readonly id: string;
      readonly name: string;
      readonly category?: string | undefined;
      readonly document: string;
    }
  | { readonly kind: "strategy"; readonly engine: OptimizerId; readonly path: string }
  | { readonly kind: "configuration"; readonly id: string; readonly name: string; readonly account: string }
  | BenchmarkResource
  | TemplateResource
  /** An entry of a list of reference data. */
  | {
      readonly kind: "entry";
      readonly list: NameList;
      readonly id: string;
      readonly name: string;
      readonly category?: string | undefined;
    };
