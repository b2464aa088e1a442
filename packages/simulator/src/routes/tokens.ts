import { insteadOfAnswer } from "../faults/instead.ts";
import type { Service } from "../service.ts";
import type { Reply } from "./exchange.ts";
import { wireAnswer } from "./reply.ts";
import { type Answerer, type Incoming, originOf } from "./serve.ts";

/** `oauth.discovery`: the address of the token endpoint. It needs no credentials. */
export function discovery(service: Service): Answerer {
  return open(service, async ({ url }) => ({ status: 200, json: service.oauth.discovery(originOf(service, url)) }));
}

/** `oauth.token`: a token for a signed assertion. */
export function token(service: Service): Answerer {
  return open(service, async ({ request, url }) => {
    const form = new URLSearchParams(await request.text());
    const answer = await service.oauth.token(form, originOf(service, url), service.clock.now());
    return { ...answer, headers: { "Cache-Control": "no-store" } };
  });
}

function open(service: Service, reply: (incoming: Incoming) => Promise<Reply>): Answerer {
  return async (incoming, { number }, fault) => {
    const answer = (fault && insteadOfAnswer(fault)) ?? (await reply(incoming));
    const { operation } = incoming;
    return wireAnswer(service, answer, { number, operation, authenticated: false, rate: undefined });
  };
}
