import type { ComponentFamilyId, DocumentFamilyId, OptimizerId } from "@analytics-engines/core/families/facts";
import type { ErrorAction } from "../common/errors.ts";
import type { DirectoryKind, NameList } from "../common/service-names.ts";

/** The sorts of templates, and the components made from them. */
export const templateSorts = ["linked", "unlinked", "component"] as const;
export type TemplateSort = (typeof templateSorts)[number];

/** What the Explorer shows directory by directory: all that the service lists so, and the accounts a second time, with their configurations. */
export type Tree = DirectoryKind | "configurations";

/** Something that the service knows, with all that is needed to speak of it. Plain JSON, so that it can be kept. */
export type ServiceResource =
  /** `path` ends with a slash. */
  | { readonly kind: "directory"; readonly tree: Tree; readonly path: string }
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
  | { readonly kind: "benchmark"; readonly id: string; readonly name: string }
  | TemplateThing
  /** An entry of a list of reference data. */
  | {
      readonly kind: "entry";
      readonly list: NameList;
      readonly id: string;
      readonly name: string;
      readonly category?: string | undefined;
    };

export interface TemplateThing {
  readonly kind: "template";
  readonly sort: TemplateSort;
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  /** Of an unlinked template its type's category, of a templated component what the service says of its type. */
  readonly category?: string | undefined;
  /** Of a templated component: the directory that it was listed in, as it was asked for. */
  readonly directory?: string | undefined;
}

/** A row that is there for what stands below it. */
export type Place =
  | { readonly kind: "section"; readonly section: Section }
  /** A tree of directories, from its roots. */
  | { readonly kind: "tree"; readonly tree: Tree }
  /** An account of the tree of configurations: those that hold it. */
  | { readonly kind: "configurations"; readonly account: string }
  | { readonly kind: "list"; readonly list: NameList }
  | { readonly kind: "benchmarks" }
  /** All templates of a sort. */
  | { readonly kind: "templates"; readonly sort: TemplateSort }
  /** The unlinked templates of one category of types. */
  | { readonly kind: "template category"; readonly category: string }
  /** The templated components of one directory. */
  | { readonly kind: "template directory"; readonly directory: string };

export type Section = "favorites" | "documents" | "strategies" | "templates" | "reference" | "frequencies";

/** A row that tells something of the row above it. */
export type Remark =
  /** `hidden` entries of the row above are not shown yet. */
  | { readonly kind: "more"; readonly hidden: number }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly details: string;
      /** What the user can do about it. */
      readonly action?: ErrorAction | undefined;
    }
  | { readonly kind: "empty" }
  /** The service does not list such things: the user names them. */
  | { readonly kind: "add"; readonly adds: "benchmark" | "template directory" };

export type TreeItemData = Place | ServiceResource | Remark;

/** A row of the Explorer. */
export interface ExplorerNode<Is extends TreeItemData = TreeItemData> {
  /** Unlike that of any other row, of other connections too; the same whenever the row is shown. */
  readonly id: string;
  /** The id of the connection whose service knows it. */
  readonly connection: string;
  /** The id of the row above; undefined at the top. */
  readonly parent: string | undefined;
  readonly what: Is;
}

/** Whether the service is asked for what stands below a row. */
export function isAsked(what: TreeItemData): boolean {
  switch (what.kind) {
    case "directory":
    case "configurations":
    case "list":
    case "template category":
    case "template directory":
      return true;
    case "templates":
      return what.sort !== "component";
    case "document":
      return what.engine !== "pub";
    default:
      return false;
  }
}

/**
 * What when-clauses call a row (`viewItem`). A favorite's ends with `.favorite`, so clauses go by the beginning:
 * `viewItem =~ /^template\.(linked|unlinked|component)/`, `viewItem =~ /^templates\.linked/`.
 */
export function contextOf(what: TreeItemData): string {
  switch (what.kind) {
    case "section":
      return `section.${what.section}`;
    case "tree":
      return "tree";
    case "directory":
      return what.tree === "configurations" ? "directory.configurations" : "directory";
    case "document":
      return `document.${what.engine}`;
    case "template":
      return `template.${what.sort}`;
    case "templates":
      return `templates.${what.sort}`;
    case "template category":
      return "templates.category";
    case "template directory":
      return "templates.directory";
    case "entry":
      return what.list === "columns" ? "entry.columns" : "entry";
    default:
      return what.kind;
  }
}

/** Whether something handed to a command is a row of the Explorer. */
export function isExplorerNode(value: unknown): value is ExplorerNode {
  return (
    typeof value === "object" &&
    value !== null &&
    "connection" in value &&
    typeof value.connection === "string" &&
    "id" in value &&
    typeof value.id === "string" &&
    "what" in value &&
    typeof value.what === "object" &&
    value.what !== null &&
    "kind" in value.what
  );
}

/** Whether something handed to a command is the row of a template or a templated component. */
export function isTemplateNode(value: unknown): value is ExplorerNode<TemplateThing> {
  return isExplorerNode(value) && value.what.kind === "template";
}
