import { shorten } from "@analytics-engines/core/text";
import type { Manifest } from "@analytics-engines/runs";
import { formatBytes } from "../github/format.ts";
import { code, table } from "../github/markdown.ts";

/** The commentaries of a run: where each is in the run folder. The report shows their text. */
export function renderCommentaries({ files }: Manifest): string {
  const rows = files.flatMap((file) =>
    file.units.flatMap(({ id, commentary, commentaryBytes = 0 }) =>
      commentary === undefined
        ? []
        : [[code(file.path), code(shorten(id, 300)), code(commentary), formatBytes(commentaryBytes)]],
    ),
  );
  return rows.length === 0 ? "" : `\n${table(["File", "Unit", "Commentary (generated text)", "Size"], rows)}`;
}
