import type { Exchange } from "../exchange.ts";
import type { Kind } from "../service/kinds.ts";
import type { Fault } from "./fault.ts";
import type { MatrixStep } from "./steps.ts";

const successes = [200, 201, 202, 203, 204, 206];

/** The service acts and answers as it should, but with another status. */
export const statusFaults: readonly Fault[] = [
  ...successes.map((status) => answersAs(status, `the proper answer under ${status}`)),
  answersAs(304, "304 in place of the answer"),
  answersAs(421, "the service acts and answers 421, which a transport may send again by itself"),
  redirect(301, "to the same address", ({ request }) => request.path),
  redirect(302, "to the same address", ({ request }) => request.path),
  redirect(302, "to another origin", ({ foreignOrigin, request }) => foreignOrigin + request.path, "-foreign"),
  redirect(303, "to the same address", ({ request }) => request.path),
];

function answersAs(status: number, title: string): Fault {
  return {
    name: String(status),
    title,
    group: "status",
    fits: (kind, step) => naturalStatus(kind, step) !== status,
    begin: () => async (exchange) => exchange.send({ ...exchange.act(), status }),
  };
}

function redirect(status: number, where: string, address: (exchange: Exchange) => string, suffix = ""): Fault {
  return {
    name: `${status}${suffix}`,
    title: `the service acts and redirects with ${status} ${where}`,
    group: "status",
    begin: () => async (exchange) => {
      const { headers } = exchange.act();
      const others = headers.filter(([name]) => name !== "Location");
      const location: [string, string] = ["Location", address(exchange)];
      await exchange.send({ status, headers: [...others, location], body: Buffer.alloc(0), framing: "length" });
    },
  };
}

/** The status of the healthy answer. */
function naturalStatus(kind: Kind, step: MatrixStep): number {
  if (step === "create") return kind.gives === "at-create" ? 201 : 202;
  if (step === "look") return 202;
  if (step === "cancel") return 204;
  return step === "status" && kind.answers === "single" ? 201 : 200;
}
