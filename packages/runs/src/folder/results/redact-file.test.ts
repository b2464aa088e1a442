import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Secrets } from "@analytics-engines/core/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretForms } from "../../../../core/test/support/service/secret-forms.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { redactFile } from "./write-body.ts";

const secret = "token-0123456789";
const redact = (text: string) => text.replaceAll(secret, "(redacted)");

async function redacted(content: Buffer, take = redact, sizes?: Parameters<typeof redactFile>[3]) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "a.html"), content);
  const written = await redactFile(folder, "a.html", take, sizes);
  expect(await readdir(folder)).toEqual(["a.html"]);
  return { written, content: await readFile(join(folder, "a.html")) };
}

describe("a file of evidence", () => {
  it("without a credential stays as it is", async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x80, 0x0a]);
    expect(await redacted(bytes)).toEqual({ written: undefined, content: bytes });
  });

  it("has no credential, wherever it begins, and its other bytes stay", async () => {
    // At the ends of the pieces that are read, and of the parts that are kept for the next piece.
    for (const at of [0, 1, 983_030, 983_040, 1_048_570, 1_048_576, 2_097_150]) {
      const [before, after] = [Buffer.alloc(at, 0xe9), Buffer.alloc(70_000, 0x80)];
      const { written, content } = await redacted(Buffer.concat([before, Buffer.from(secret), after]));
      const expected = Buffer.concat([before, Buffer.from("(redacted)"), after]);
      expect([at, content.equals(expected)]).toEqual([at, true]);
      const sha256 = createHash("sha256").update(expected).digest("hex");
      expect(written).toEqual({ bytes: expected.length, sha256 });
    }
  });

  it("has no credential in any form, wherever the pieces end", () => {
    // Small, so that a file of several pieces takes little time.
    const sizes = { pieceBytes: 8192, maxSecretBytes: 2048 };
    return fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...secretForms),
        fc.constantFrom(8192, 16_384, 6144, 12_288),
        fc.integer({ min: -400, max: 40 }),
        async ({ write }, end, shift) => {
          const secrets = new Secrets();
          const key = "aB3/kLm+9zQw&ErTyU=iOpéx";
          secrets.add(`Basic ${Buffer.from(`DEMO-1:${key}`).toString("base64")}`);
          const text = (said: string) => Buffer.from(`[${said}]`);
          const before = Buffer.alloc(end + shift, "-");
          const after = Buffer.alloc(4000, "-");
          const { content } = await redacted(Buffer.concat([before, text(write(key)), after]), secrets.redact, sizes);
          expect(content.subarray(0, before.length).equals(before)).toBe(true);
          expect(content.subarray(-after.length).equals(after)).toBe(true);
          const said = content.subarray(before.length, -after.length).toString("utf8");
          expect(said).toBe("[(redacted)]");
          expect(secrets.occursIn(said)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("has no credential that JSON escapes", async () => {
    const secrets = new Secrets();
    secrets.add(`Bearer ${secret}`);
    const escapes = [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    const text = (said: string) => `{"errors":[{"detail":"${said}"}]}`;
    const { content } = await redacted(Buffer.from(text(escapes)), secrets.redact);
    expect(content.toString("utf8")).toBe(text("(redacted)"));
  });
});
