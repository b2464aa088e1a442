/** Loads a value at the first call and gives it to every caller. After a failure the next call loads again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading !== undefined) return loading;
    const promise = load();
    loading = promise;
    promise.catch(() => {
      loading = undefined;
    });
    return promise;
  };
}
