import { id64, lazy } from "./hash.ts";

/** A configuration of commentaries. */
export interface CommentaryConfiguration {
  readonly name: string;
  readonly directory: string;
  /** Whether each sector has a paragraph of its own. */
  readonly sectors: boolean;
}

const all = lazy(() => {
  const make = (name: string, directory: string, sectors: boolean): [string, CommentaryConfiguration] => [
    id64("commentary", directory, name),
    { name: `${name}.pa_commentary_config`, directory, sectors },
  ];
  return new Map([
    make("monthly_review", "Client:", true),
    make("headline", "Client:", false),
    make("draft", "Personal:", true),
  ]);
});

/** The configurations of a directory, by id; `undefined` where there is no such directory. */
export function commentaryConfigurationsIn(path: string) {
  const directory = path.replace(/\/$/, "").toLowerCase();
  const found = [...all()].filter(([, configuration]) => configuration.directory.toLowerCase() === directory);
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([id, { name, directory: where }]) => [id, { name, directory: where }]));
}

export function findCommentaryConfiguration(id: string): CommentaryConfiguration | undefined {
  return all().get(id.toUpperCase());
}
