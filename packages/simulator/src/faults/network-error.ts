/** The error that `fetch` throws when there is no connection. */
export function connectionError(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

export const connectionReset = () => connectionError("ECONNRESET");

/** The error of a read of a body whose connection ends early. */
export function terminated(code = "UND_ERR_SOCKET"): TypeError {
  return new TypeError("terminated", { cause: Object.assign(new Error("other side closed"), { code }) });
}
