/** Cache Storage in memory, which jsdom lacks: what the service worker and saved-data.ts use of it. */
export function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const keyOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, "https://fash.example").href;
  const open = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: (request: RequestInfo | URL) => Promise.resolve(entries.get(keyOf(request))?.clone()),
      put: (request: RequestInfo | URL, reply: Response) => Promise.resolve(void entries.set(keyOf(request), reply)),
      delete: (request: RequestInfo | URL) => Promise.resolve(entries.delete(keyOf(request))),
      keys: () => Promise.resolve([...entries.keys()]),
    };
  };
  return {
    open: (name: string) => Promise.resolve(open(name)),
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    match: (request: RequestInfo | URL, { cacheName }: { cacheName?: string } = {}) => {
      const searched = cacheName === undefined ? [...stores.keys()] : [cacheName].filter((name) => stores.has(name));
      const found = searched.map((name) => stores.get(name)?.get(keyOf(request))).find((reply) => reply !== undefined);
      return Promise.resolve(found?.clone());
    },
  };
}
