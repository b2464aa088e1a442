/** Where grids keep what the user chose, by key. Values are plain JSON. */
export interface ViewStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

const PREFIX = "analytics-engines:";

/** If the page has no storage, or the storage is full, the choices last until the page closes. */
const ofBrowser: ViewStore = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Nothing to do: the page shows the choice anyway.
    }
  },
};

let store: ViewStore = ofBrowser;

/** The store of the page: by default the browser's for this page's origin. */
export function viewStore(): ViewStore {
  return store;
}

/** For a host with a store of its own, such as the state of a webview. */
export function setViewStore(hostStore: ViewStore): void {
  store = hostStore;
}
