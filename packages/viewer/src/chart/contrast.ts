const QUERY = "(forced-colors: active), (prefers-contrast: more)";

/** Whether the reader's system, or the editor by its theme, asks for high contrast. */
export function isHighContrast(): boolean {
  const { classList } = document.body;
  return (
    matchMedia(QUERY).matches ||
    classList.contains("vscode-high-contrast") ||
    classList.contains("vscode-high-contrast-light")
  );
}

/** Calls back when that may have changed; what it returns ends it. */
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
