import type { Endpoint } from "@analytics-engines/core";
import type { SimulatorUser } from "../auth/users.ts";
import { insteadOfAnswer } from "../faults/instead.ts";
import type { RateState } from "../rate-window.ts";
import type { Service } from "../service.ts";
import { checkAccept, checkParameters, checkPermission, checkQuery, readBody } from "./checks.ts";
import { type Exchange, type Handler, notFound, Refusal, type Reply } from "./exchange.ts";
import { refusalReply, wireAnswer } from "./reply.ts";
import { type Answerer, type Incoming, originOf } from "./serve.ts";

/** Answers an operation: checks credentials, rate limit and request, then calls the handler. */
export function operation(service: Service, row: Endpoint, handler: Handler): Answerer {
  return answerer(service, async (incoming, { user, at, fault }) => {
    const { request, url, parameters } = incoming;
    checkPermission(row, user);
    checkAccept(row, request.headers.get("accept"));
    checkParameters(row, parameters);
    checkQuery(row, url.searchParams);
    const body =
      row.body === undefined || row.method === "GET"
        ? undefined
        : await readBody(request, service.settings.maxBodyBytes);
    const origin = originOf(service, url);
    return handler({ row, user, at, parameters, query: url.searchParams, request, origin, body, fault }, service);
  });
}

/** Answers an address that no operation has. */
export function unknownAddress(service: Service): Answerer {
  return answerer(service, async ({ url }) => {
    throw notFound(`Nothing is found at ${url.pathname}`);
  });
}

type Admitted = Pick<Exchange, "user" | "at" | "fault">;

function answerer(service: Service, answer: (incoming: Incoming, admitted: Admitted) => Promise<Reply>): Answerer {
  return async (incoming, { number }, fault) => {
    const { request, operation } = incoming;
    const at = service.clock.now();
    const user = service.users.authenticate(request.headers.get("authorization"), at);
    const rate = user && service.rateWindow.take(user.username, at);
    const reply = (fault && insteadOfAnswer(fault)) ?? (await replyOf(user, rate));
    return wireAnswer(service, reply, { number, operation, authenticated: user !== undefined, rate });

    async function replyOf(user: SimulatorUser | undefined, rate: RateState | undefined): Promise<Reply> {
      try {
        if (user === undefined) throw new Refusal(401, [], { "WWW-Authenticate": 'Basic realm="service"' });
        if (rate?.allowed === false) {
          throw new Refusal(429, "The rate limit is reached", { "Retry-After": String(rate.resetSeconds) });
        }
        return await answer(incoming, { user, at, fault });
      } catch (error) {
        if (error instanceof Refusal) return refusalReply(service, error, number);
        throw error;
      }
    }
  };
}
