const QUERY = "(forced-colors: active), (prefers-contrast: more)";

/** Whether the system, or the theme of the editor, asks for high contrast. */
export function isHighContrast(): boolean {
  const { classList } = document.body;
  return (
    matchMedia(QUERY).matches ||
    classList.contains("vscode-high-contrast") ||
    classList.contains("vscode-high-contrast-light")
  );
}

/** Calls back when that may have changed. Answers a function that ends this. */
export function onContrastChange(callback: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener("change", callback);
  const observer = new MutationObserver(callback);
  observer.observe(document.body, { attributeFilter: ["class"] });
  return () => {
    query.removeEventListener("change", callback);
    observer.disconnect();
  };
}
