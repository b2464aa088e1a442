import type { IForbiddenRuleType } from "dependency-cruiser";

/** A folder whose sub-folders are rooms. Its own files are above all of them, but for those that have a floor. */
interface House {
  readonly folder: string;
  /** The rooms of each floor, the lowest first. A room imports from the floors below it, and not from the rooms beside it. */
  readonly floors: readonly (readonly string[])[];
}

const houses: readonly House[] = [
  {
    folder: "packages/core/src/service",
    floors: [
      ["answer.ts", "policy.ts", "version.ts"],
      ["models", "secrets"],
      ["endpoints", "errors"],
      ["http", "throttle"],
      ["auth"],
      ["client"],
    ],
  },
  {
    folder: "packages/core/src/jobs",
    floors: [
      ["errors.ts", "policy.ts", "received"],
      ["types.ts"],
      ["protocol"],
      ["handle.ts"],
      ["context.ts"],
      ["collect", "create.ts", "watch"],
      ["run"],
    ],
  },
  { folder: "packages/viewer/src/grid", floors: [["state"], ["draw", "export"], ["controls"]] },
  {
    folder: "packages/vscode/src",
    floors: [
      ["common"],
      ["connections"],
      ["services"],
      ["connection-dialogs", "editor"],
      ["explorer", "jobs"],
      ["agents", "results", "templates"],
    ],
  },
  {
    folder: "packages/vscode/src/editor",
    floors: [["language"], ["documents"], ["commands", "providers"]],
  },
  {
    folder: "packages/vscode/src/editor/language",
    floors: [["text"], ["schema"], ["references", "sweeps"]],
  },
  { folder: "packages/vscode/src/explorer", floors: [["rows"], ["view"], ["actions"]] },
  {
    folder: "packages/vscode/src/jobs",
    floors: [["store"], ["runs"], ["outcomes", "view"], ["end", "start"]],
  },
  {
    folder: "packages/vscode/src/results",
    floors: [["source"], ["export", "webview"], ["viewers"], ["commands"]],
  },
];

/** The rules that keep the imports between rooms going down. Tests may import anything. */
export function floorRules(): IForbiddenRuleType[] {
  return houses.flatMap(({ folder, floors }) =>
    floors.flatMap((rooms, floor) => {
      const lowerFloors = floors.slice(0, floor).flat();
      return rooms.map((room): IForbiddenRuleType => {
        const allowed = [room, ...lowerFloors].map((name) => pathOf(folder, name));
        return {
          name: `rooms of ${folder}: ${room}`,
          comment: `${room} may import ${lowerFloors.length === 0 ? "no other room" : `only ${lowerFloors.join(", ")}`}. Move what both need to a room below.`,
          severity: "error",
          from: { path: pathOf(folder, room), pathNot: String.raw`\.test\.ts$` },
          to: { path: `^${folder}/`, pathNot: allowed },
        };
      });
    }),
  );
}

/** The pattern of a room's files, or of a file of the folder itself. */
function pathOf(folder: string, room: string): string {
  return room.endsWith(".ts") ? `^${folder}/${room.replace(".", String.raw`\.`)}$` : `^${folder}/${room}/`;
}
