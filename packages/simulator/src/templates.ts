import { hexDigits } from "./random.ts";

export type TemplateKind = "linked" | "unlinked" | "component";

/** A template or a templated component under its id. */
export interface StoredTemplate {
  readonly id: string;
  readonly kind: TemplateKind;
  readonly user: string;
  readonly directory: string;
  readonly name: string;
  /** The properties as the user sets them, in the model's spelling. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface TemplateStore {
  list(kind: TemplateKind, user: string): readonly StoredTemplate[];
  find(kind: TemplateKind, id: string, user: string): StoredTemplate | undefined;
  create(template: Omit<StoredTemplate, "id">): StoredTemplate;
  /** Sets the given properties; the others stay. */
  update(template: StoredTemplate, properties: Readonly<Record<string, unknown>>): StoredTemplate;
  delete(template: StoredTemplate): void;
}

export function createTemplateStore(seed: number): TemplateStore {
  const templates = new Map<string, StoredTemplate>();
  let count = 0;
  return {
    list: (kind, user) => Array.from(templates.values()).filter((one) => one.kind === kind && one.user === user),
    find(kind, id, user) {
      const found = templates.get(id.toUpperCase());
      return found?.kind === kind && found.user === user ? found : undefined;
    },
    create(template) {
      count += 1;
      const id = hexDigits(64, seed, "template", count).toUpperCase();
      const stored = { id, ...template };
      templates.set(id, stored);
      return stored;
    },
    update(template, properties) {
      const updated = { ...template, properties: { ...template.properties, ...properties } };
      templates.set(template.id, updated);
      return updated;
    },
    delete: ({ id }) => void templates.delete(id),
  };
}
