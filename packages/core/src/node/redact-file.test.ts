import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { redactFile } from "./redact-file.ts";

const secret = "token-0123456789";
const redact = (text: string) => text.replaceAll(secret, "(redacted)");

async function redacted(content: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), "redact-"));
  await writeFile(join(folder, "a.html"), content);
  const written = await redactFile(folder, "a.html", redact);
  expect(await readdir(folder)).toEqual(["a.html"]);
  return { written, content: await readFile(join(folder, "a.html")) };
}

describe("a file of evidence", () => {
  it("without a credential stays as it is", async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x80, 0x0a]);
    expect(await redacted(bytes)).toEqual({ written: undefined, content: bytes });
  });

  it("has no credential, wherever it begins, and its other bytes stay", async () => {
    // At the ends of the pieces that are read, and of those that are kept back.
    for (const at of [0, 1, 983_030, 983_040, 1_048_570, 1_048_576, 2_097_150]) {
      const [before, after] = [Buffer.alloc(at, 0xe9), Buffer.alloc(70_000, 0x80)];
      const { written, content } = await redacted(Buffer.concat([before, Buffer.from(secret), after]));
      const expected = Buffer.concat([before, Buffer.from("(redacted)"), after]);
      expect([at, content.equals(expected)]).toEqual([at, true]);
      const sha256 = createHash("sha256").update(expected).digest("hex");
      expect(written).toEqual({ bytes: expected.length, sha256 });
    }
  });
});
