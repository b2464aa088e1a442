import { basicAuth, createClient } from "@analytics-engines/core";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, it } from "vitest";
import { listTemplates } from "../common/templates.ts";
import { createTemplate, deleteTemplate, readTemplate, updateTemplate } from "./template-service.ts";

const component = "D53D3CEE248C7AE310F1C18BAD9465F7B24462654EE111BEC2E0066603598FDC";

function connect() {
  const simulator = createSimulator();
  const auth = basicAuth("DEMO-1", "demo");
  const client = createClient({ baseUrl: "https://api.example", auth, fetch: simulator.fetch });
  return { simulator, client };
}

describe("templates of the service", () => {
  it("of all sorts are created, listed, read, changed and deleted", async () => {
    const { simulator, client } = connect();
    const [type = ""] = Object.keys((await client.pa.unlinkedTemplates.types.list()).data.data);
    const linked = { data: { directory: "Personal:Templates/", parentComponentId: component } };
    const made = await createTemplate(client, "linked", linked);
    expect(made).toMatchObject({ name: "Weights", requestKey: expect.stringMatching(/\S/) });
    const requests = {
      linked,
      unlinked: { data: { directory: "Personal:Templates/", templateTypeId: type, currencyisocode: "USD" } },
      component: { data: { directory: "Personal:Components/", parentTemplateId: made.id } },
    } as const;
    for (const sort of ["linked", "unlinked", "component"] as const) {
      const { id, name } = await createTemplate(client, sort, requests[sort]);
      const listed = await listTemplates(client, sort, { directory: "Personal:Components/" });
      expect(listed.map((one) => one.id)).toContain(id);
      expect(listed.find((one) => one.id === id)).toMatchObject({ sort, name, description: undefined });
      const { directory } = requests[sort].data;
      expect(await readTemplate(client, sort, id)).toMatchObject({ sort, id, name, directory, data: { id } });
      const changed = await updateTemplate(client, sort, id, { data: { description: "for all" } });
      expect(changed).toMatchObject({ id, name });
      expect((await readTemplate(client, sort, id)).data["description"]).toBe("for all");
      expect(await deleteTemplate(client, sort, id)).toMatch(/\S/);
      await expect(readTemplate(client, sort, id)).rejects.toThrow("404");
    }
    expect(simulator.requests.filter(({ method }) => method === "DELETE").map(({ status }) => status)).toEqual([
      204, 204, 204,
    ]);
  });

  it("are listed by name", async () => {
    const { client } = connect();
    const types = Object.entries((await client.pa.unlinkedTemplates.types.list()).data.data).slice(0, 5);
    for (const [templateTypeId] of types)
      await createTemplate(client, "unlinked", { data: { directory: "Personal:", templateTypeId } });
    const listed = await listTemplates(client, "unlinked");
    expect(listed.map(({ name }) => name)).toEqual(listed.map(({ name }) => name).toSorted());
    expect(listed.map(({ category }) => category)).not.toContain(undefined);
  });

  it("are refused with the errors of the service", async () => {
    const { client } = connect();
    const wrong = { data: { directory: "Personal:", parentComponentId: "AB".repeat(32) } };
    await expect(createTemplate(client, "linked", wrong)).rejects.toMatchObject({
      errors: [{ detail: "Invalid component identifier", source: { pointer: "/data/parentComponentId" } }],
    });
  });
});
