/** The outcomes of the matrix, the best first, each in a sentence. */
export const words: Readonly<Record<string, string>> = {
  survived: "Every result is stored, with the same bytes as without the fault.",
  "survived without info":
    "Every result is stored; the document that describes it (`info`) is missing, and a warning says so.",
  canceled: "The job is canceled on the service.",
  "job-canceled":
    "The service canceled the job, but its answers to the cancel were lost. The resumed run finds the job gone, and knows from the journal that it had canceled it. Resume again to create the job again.",
  "malformed-result":
    "Half a PDF arrived without an announced length, so that it looked whole, but it has no end. The run keeps it as it came, and its unit fails.",
  connection: "`ConnectionError`: the service could not be reached for minutes. There is no job.",
  "not-created": "The run had no answer at all for two minutes, so it ends. No create was sent, so there is no job.",
  timeout: "`TimeoutError`: repeatedly no answer in time; a read of the status shows that there is no job.",
  server: "`ServerError`: the service, or the token service, fails (5xx).",
  "service-unavailable": "`ServiceUnavailableError`: repeatedly 503.",
  "rate-limit": "`RateLimitError`: 429 for longer than the client waits.",
  authentication: "`AuthenticationError`: the token service refuses the credentials.",
  "not-found": "`NotFoundError`: the service answers the create with 404.",
  unreachable: "The service gave no usable answer for half an hour. The job may run; its address is in the outcome.",
  "still-running": "The cancel was not confirmed in time. The job may run; its address is in the outcome.",
  "job-gone": "The service answers twice that it does not, or no longer, know the job. The run accepts that.",
  "ambiguous-create":
    "`AmbiguousCreateError`: the answer to the create was lost, and in this family the client cannot choose the id. The run does not send the create again.",
  "lost-result":
    "`LostResultError`: the service sent the result, or answers twice without a reason that it no longer has it, and not all bytes arrived. The client does not ask for it again. If the service also denies the status and the next result, the client asks for no other result of the job.",
};
