import { describe, expect, it } from "vitest";
import { knownGood } from "../src/index.ts";
import { paUnit, problem, service } from "./support/service.ts";

const { components, templateType, documents } = knownGood();
const pa = "/analytics/engines/pa/v3";
const content = { mandatory: ["accounts"], optional: ["groups"], locked: ["dates"] };
const idOf = (json: unknown) => (json as { data: { id: string } }).data.id;

const kinds = [
  {
    path: `${pa}/linked-templates`,
    create: {
      directory: "Personal:Templates/",
      parentComponentId: components.pa.weights,
      description: "First",
      content,
    },
    update: { description: "Second" },
    summary: { name: "Weights", parentComponentId: components.pa.weights },
    parent: ["parentComponentId", "400 Invalid component identifier [/data/parentComponentId]"],
  },
  {
    path: `${pa}/unlinked-templates`,
    create: {
      directory: "Personal:Templates/",
      templateTypeId: templateType,
      description: "First",
      currencyisocode: "EUR",
      content,
    },
    update: { description: "Second", currencyisocode: "USD" },
    summary: { name: expect.any(String), category: expect.any(String) },
    parent: ["templateTypeId", "400 Invalid template type identifier [/data/templateTypeId]"],
  },
] as const;

describe.each(kinds)("$path", ({ path, create, update, summary, parent }) => {
  it("are created, listed, read, updated and deleted", async () => {
    const { run, call } = service();
    await run(async () => {
      const created = await call("POST", path, { body: { data: create } });
      expect(created.status).toBe(201);
      const id = idOf(created.json);
      expect(id).toMatch(/^[0-9A-F]{64}$/);
      expect(created.json).toEqual({ data: { id, description: "First", ...summary } });
      expect((await call("GET", path)).json).toEqual({ data: { [id]: { description: "First", ...summary } } });
      expect((await call("GET", `${path}/${id}`)).json).toMatchObject({
        data: { id, ...create, snapshot: expect.any(Boolean) },
      });

      const updated = await call("PUT", `${path}/${id}`, { body: { data: update } });
      expect([updated.status, updated.json]).toEqual([200, { data: { id, description: "Second", ...summary } }]);
      expect((await call("GET", `${path}/${id}`)).json).toMatchObject({ data: { ...create, ...update } });

      expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
      for (const method of ["GET", "DELETE"])
        expect(problem(await call(method, `${path}/${id}`))).toBe("404 Template not found");
      expect(problem(await call("PUT", `${path}/${id}`, { body: { data: update } }))).toBe("404 Template not found");
      expect((await call("GET", path)).json).toEqual({ data: {} });
    });
  });

  it("are refused with what is wrong", async () => {
    const { run, call } = service();
    await run(async () => {
      const [property, message] = parent;
      const post = async (data: unknown) => problem(await call("POST", path, { body: { data } }));
      expect(await post({ ...create, [property]: "0".repeat(64) })).toBe(message);
      expect(await post({ ...create, content: { mandatory: ["accounts"], locked: ["dates", "accounts"] } })).toContain(
        "[/data/content",
      );
      expect(await post({ ...create, colour: 1 })).toContain("[/data/colour]");
      expect(await post(null)).toBe("400 The data field is required [/data]");
    });
  });

  it("are listed by directory", async () => {
    const { run, call } = service();
    await run(async () => {
      await call("POST", path, { body: { data: create } });
      const count = async (query: string) =>
        Object.keys(((await call("GET", `${path}?${query}`)).json as { data: object }).data).length;
      expect(await count("directory=personal:templates/")).toBe(1);
      expect(await count("directory=Personal:Others/")).toBe(0);
    });
  });
});

describe("linked templates", () => {
  it("are listed by the document of their component", async () => {
    const { run, call } = service();
    const [{ path, create }] = kinds;
    const end = documents.pa.lastIndexOf("/");
    await run(async () => {
      await call("POST", path, { body: { data: create } });
      const count = async (query: Record<string, string>) =>
        Object.keys(((await call("GET", `${path}?${new URLSearchParams(query)}`)).json as { data: object }).data)
          .length;
      expect(
        await count({ documentDirectory: documents.pa.slice(0, end), documentName: documents.pa.slice(end + 1) }),
      ).toBe(1);
      expect(await count({ documentName: "ANOTHER" })).toBe(0);
    });
  });
});

describe("templated components", () => {
  const path = `${pa}/templated-components`;

  it("are made from a template, and live as it does not", async () => {
    const { run, call } = service();
    await run(async () => {
      const [{ path: templates, create }] = kinds;
      const parentTemplateId = idOf((await call("POST", templates, { body: { data: create } })).json);
      const { componentid: _, ...componentData } = paUnit;
      const data = { directory: "Personal:Components/", parentTemplateId, description: "Mine", componentData };
      const created = await call("POST", path, { body: { data } });
      expect(created.status).toBe(201);
      const id = idOf(created.json);
      expect(created.json).toMatchObject({
        data: { description: "Mine", name: "Weights", parentTemplateId, type: expect.any(String) },
      });
      expect((await call("GET", `${path}/${id}`)).json).toMatchObject({ data: { id, ...data } });
      expect((await call("GET", `${path}?directory=Personal:Components/`)).json).toMatchObject({
        data: { [id]: { name: "Weights" } },
      });
      await call("PUT", `${path}/${id}`, { body: { data: { description: "Changed" } } });
      expect((await call("GET", `${path}/${id}`)).json).toMatchObject({
        data: { description: "Changed", componentData },
      });
      expect((await call("DELETE", `${path}/${id}`)).status).toBe(204);
    });
  });

  it("need a directory to be listed and a template to be made", async () => {
    const { run, call } = service();
    await run(async () => {
      expect(problem(await call("GET", path))).toBe("400 The directory field is required [directory]");
      const body = { data: { directory: "Personal:", parentTemplateId: "0".repeat(64) } };
      expect(problem(await call("POST", path, { body }))).toBe(
        "400 Invalid template identifier [/data/parentTemplateId]",
      );
    });
  });
});
