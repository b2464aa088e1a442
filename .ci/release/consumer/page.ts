// A user's page: it checks a text as a parameter file, and sends a request to the origin of the page.
import { basicAuth, createClient } from "@analytics-engines/core";
import { readParameterFile } from "@analytics-engines/core/parameters";

const { issues } = readParameterFile('{"data":{"a":{"acounts":[]}}}', { family: "pa" });
const client = createClient({ baseUrl: location.origin, auth: basicAuth("ME-1", "secret") });
const currencies = await client.lookups.currencies.list();
document.title = JSON.stringify({
  codes: issues.map(({ code }) => code).sort(),
  currencies: Object.keys(currencies.data.data).length,
});
