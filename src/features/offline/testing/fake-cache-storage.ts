/** The parts of the Cache API that we use. Writing into a deleted cache has no effect, as in browsers. */
type Entry = { readonly url: string; readonly response: Response }

class FakeCache {
  #entries: Entry[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  #find(key: string | { readonly url: string }, options: CacheQueryOptions = {}): Entry[] {
    const normaliseAddress = (address: string) => {
      const url = new URL(address, this.#origin)
      if (options.ignoreSearch) url.search = ''
      return url.href
    }
    const wantedUrl = normaliseAddress(typeof key === 'string' ? key : key.url)
    return this.#entries.filter(({ url }) => normaliseAddress(url) === wantedUrl)
  }

  async match(key: string | Request, options?: CacheQueryOptions) {
    return this.#find(key, options)[0]?.response.clone()
  }

  async put(key: string | Request, response: Response) {
    await this.delete(key)
    const url = new URL(typeof key === 'string' ? key : key.url, this.#origin).href
    const bytes = await response.arrayBuffer()
    const { headers, status } = response
    this.#entries.push({ url, response: new Response(bytes, { headers, status }) })
  }

  async delete(key: string | Request, options?: CacheQueryOptions) {
    const found = new Set(this.#find(key, options))
    this.#entries = this.#entries.filter((entry) => !found.has(entry))
    return found.size > 0
  }

  async keys(key?: string | Request, options?: CacheQueryOptions) {
    const found = key === undefined ? this.#entries : this.#find(key, options)
    return found.map(({ url }) => new Request(url))
  }
}

export class FakeCacheStorage {
  readonly #caches = new Map<string, FakeCache>()
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  async open(name: string) {
    const cache = this.#caches.get(name) ?? new FakeCache(this.#origin)
    this.#caches.set(name, cache)
    return cache
  }

  async has(name: string) {
    return this.#caches.has(name)
  }

  async delete(name: string) {
    return this.#caches.delete(name)
  }
}
