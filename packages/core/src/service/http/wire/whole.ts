import { codingsIn, decodedStream, isUsualCoding } from "./decode-body.ts";

/** How a body was compressed, for the answers that the client decoded itself or cannot decode. */
const codings = new WeakMap<Response, { readonly contentEncoding: string; readonly isDecoded: boolean }>();

/**
 * An answer with its body decoded strictly. Where the client cannot decode the body, the answer is unchanged, and `endOfBody` says so.
 * @param contentEncoding the header of an answer whose body the fetch did not decode
 */
export function decodeBody(response: Response, contentEncoding: string | undefined): Response {
  if (contentEncoding === undefined || response.body === null || codingsIn(contentEncoding).length === 0)
    return response;
  const { status, statusText } = response;
  const stream = status >= 200 && status <= 599 ? decodedStream(response.body, contentEncoding) : undefined;
  if (stream === undefined) {
    codings.set(response, { contentEncoding, isDecoded: false });
    return response;
  }
  // The length is that of the compressed bytes.
  const headers = [...response.headers].filter(([name]) => name !== "content-length");
  const decoded = new Response(stream, { status, statusText, headers });
  codings.set(decoded, { contentEncoding, isDecoded: true });
  return decoded;
}

/** What the end of a body proves, which the head of its answer says. */
export interface BodyEnd {
  /** Whether bytes can be missing although the body ends without an error. */
  readonly mayBeCut: boolean;
  /** Why the body is no whole document whatever arrives, in words that follow "it arrived". */
  readonly problem?: string;
}

/**
 * The rule for a body that is whole, as far as the wire can show it: a length that agrees, chunks with an end, or compressed data with an end.
 * A body that ends with its connection, or that a fetch has decoded, can be cut without an error. Then only the format can show the end.
 */
export function endOfBody(response: Response): BodyEnd {
  const { headers, status } = response;
  const range = headers.get("content-range");
  const isMultipart = /^multipart\/byteranges\b/i.test(headers.get("content-type") ?? "");
  if (range !== null || isMultipart) {
    return { mayBeCut: true, problem: `only as a part of it (Content-Range: ${range ?? "several"})` };
  }
  const coding = codings.get(response);
  const byFetch = coding === undefined ? codingsIn(headers.get("content-encoding") ?? "") : [];
  const transfer = codingsIn(headers.get("transfer-encoding") ?? "");
  const undecoded = [
    ...(coding?.isDecoded === false ? codingsIn(coding.contentEncoding) : []),
    ...(byFetch.every(isUsualCoding) ? [] : byFetch),
    ...transfer.filter((name) => name !== "chunked"),
  ];
  if (undecoded.length > 0) {
    return { mayBeCut: true, problem: `in the coding "${undecoded.join(", ")}", which cannot be decoded` };
  }
  if (status === 206 || byFetch.length > 0) return { mayBeCut: true };
  const hasLength = /^\d{1,15}$/.test(headers.get("content-length") ?? "");
  return { mayBeCut: coding === undefined && !hasLength && transfer.at(-1) !== "chunked" };
}
