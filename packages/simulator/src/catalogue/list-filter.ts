type Property = "name" | "category" | "directory";

/** A filter of a list, in any letter case. `name` may be a part of the name. */
export type ListFilter = Readonly<Partial<Record<Property, string | undefined>>>;

/** The items that pass a filter, from id to what a list says about them. */
export function matchingRows(items: readonly Readonly<Record<Property | "id", string>>[], filter: ListFilter = {}) {
  const matches = items.filter((item) => passes(item, filter));
  return Object.fromEntries(matches.map(({ id, name, directory, category }) => [id, { name, directory, category }]));
}

/** Whether an item of a list passes a filter. */
export function passes(item: Readonly<Record<Property, string>>, { name, category, directory }: ListFilter): boolean {
  return (
    (!name || item.name.toLowerCase().includes(name.toLowerCase())) &&
    (!category || item.category.toLowerCase() === category.toLowerCase()) &&
    (!directory || item.directory.toLowerCase() === directory.toLowerCase())
  );
}
