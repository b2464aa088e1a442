import { id64, lazy } from "./hash.ts";

// Name, directory, and whether each sector has a paragraph of its own.
const configurationRows = [
  ["monthly_review", "Client:", true],
  ["headline", "Client:", false],
  ["draft", "Personal:", true],
] as const;

const all = lazy(
  () =>
    new Map(
      configurationRows.map(([name, directory, sectors]) => [
        id64("commentary", directory, name),
        { name: `${name}.pa_commentary_config`, directory, sectors },
      ]),
    ),
);

/** The configurations of a directory, by id; `undefined` where there is no such directory. */
export function commentaryConfigurationsIn(path: string) {
  const directory = path.replace(/\/$/, "").toLowerCase();
  const matches = [...all()].filter(([, configuration]) => configuration.directory.toLowerCase() === directory);
  if (matches.length === 0) return undefined;
  return Object.fromEntries(matches.map(([id, { name, directory: where }]) => [id, { name, directory: where }]));
}

export const findCommentaryConfiguration = (id: string) => all().get(id.toUpperCase());
