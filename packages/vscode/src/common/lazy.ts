/** Loads something when it is first asked for, once for all who ask. What failed is tried again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading !== undefined) return loading;
    const begun = load();
    loading = begun;
    begun.catch(() => {
      loading = undefined;
    });
    return begun;
  };
}
