/** The outcomes of the matrix, in the order of how good they are, each in a sentence. */
export const words: Readonly<Record<string, string>> = {
  survived: "Every result is stored, to the byte as where nothing goes wrong.",
  "survived without info":
    "The same of every result; the document that describes it (`info`) is missing, and a warning says so.",
  canceled: "The job is canceled on the service.",
  "job-canceled":
    "The answers to the cancel were lost, and it was carried out. The resumed run finds the job gone and knows that it had asked; run again, it is created again.",
  "malformed-result":
    "Half a PDF that came as if it were whole, its length not announced, has no end. It is kept as it came, and its unit fails.",
  connection: "`ConnectionError`: the service was not reached, for minutes. There is no job.",
  "not-created":
    "The run had no answer at all for two minutes, so it ends. Nothing was sent that could create the job: there is none.",
  timeout: "`TimeoutError`: no answer in time, again and again; the service was asked and has no job.",
  server: "`ServerError`: the service, or that of the tokens, fails (5xx).",
  "service-unavailable": "`ServiceUnavailableError`: 503, again and again.",
  "rate-limit": "`RateLimitError`: 429 for longer than is worth waiting.",
  authentication: "`AuthenticationError`: the token service refuses.",
  "not-found": "`NotFoundError`: the service says that there is no such thing to create the job from.",
  unreachable: "The service gave no usable answer for half an hour. The job may run; its address is in the outcome.",
  "still-running": "The cancel was not confirmed in time. The job may run; its address is in the outcome.",
  "job-gone": "The service says, twice, that it does not know the job (any more). Its word is believed.",
  "ambiguous-create":
    "`AmbiguousCreateError`: the answer to the create was lost, and the family has no ids of the client's choice. It is not sent again.",
  "lost-result":
    "`LostResultError`: the service gave the result away, or says so (without a reason, twice), and it did not arrive whole. The error reports it, and the client does not ask for it again. If the service also denies the status and the next result, the client asks for no other result of the job.",
};
