type Property = "name" | "category" | "directory";

/** A filter of a list, in any letter case. `name` may be a part of the name. */
export type ListFilter = Readonly<Partial<Record<Property, string | undefined>>>;

/** Whether an item of a list passes a filter. */
export function passes(item: Readonly<Record<Property, string>>, { name, category, directory }: ListFilter): boolean {
  return (
    (!name || item.name.toLowerCase().includes(name.toLowerCase())) &&
    (!category || item.category.toLowerCase() === category.toLowerCase()) &&
    (!directory || item.directory.toLowerCase() === directory.toLowerCase())
  );
}
