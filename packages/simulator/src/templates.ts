import { hexDigits } from "./results/random.ts";

export type StoredTemplateKind = "linked" | "unlinked" | "component";

/** A template or a templated component under its id. */
export interface StoredTemplate {
  readonly id: string;
  readonly kind: StoredTemplateKind;
  readonly user: string;
  readonly directory: string;
  readonly name: string;
  /** The properties as the user sets them, in the model's spelling. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export function createTemplateStore(seed: number) {
  const templates = new Map<string, StoredTemplate>();
  let count = 0;
  return {
    list: (kind: StoredTemplateKind, user: string) =>
      Array.from(templates.values()).filter((template) => template.kind === kind && template.user === user),
    find(kind: StoredTemplateKind, id: string, user: string) {
      const template = templates.get(id.toUpperCase());
      return template?.kind === kind && template.user === user ? template : undefined;
    },
    /** A template that a templated component can have as its parent. */
    findTemplate(id: string, user: string) {
      return this.find("linked", id, user) ?? this.find("unlinked", id, user);
    },
    create(template: Omit<StoredTemplate, "id">): StoredTemplate {
      count += 1;
      const id = hexDigits(64, seed, "template", count).toUpperCase();
      const stored = { id, ...template };
      templates.set(id, stored);
      return stored;
    },
    /** Sets the given properties, and keeps the others. */
    update(template: StoredTemplate, properties: StoredTemplate["properties"]): StoredTemplate {
      const updated = { ...template, properties: { ...template.properties, ...properties } };
      templates.set(template.id, updated);
      return updated;
    },
    delete: ({ id }: StoredTemplate) => void templates.delete(id),
  };
}
