/**
 * The Cache API over Maps, for tests outside of a browser: the part that is used here. As in browsers,
 * who holds a cache that was deleted writes into one that nobody finds any more.
 */
type Entry = { readonly url: string; readonly answer: Response }

class StandInCache {
  #entries: Entry[] = []
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  #find(key: string | { readonly url: string }, options: CacheQueryOptions = {}): Entry[] {
    const comparable = (address: string) => {
      const url = new URL(address, this.#origin)
      if (options.ignoreSearch) url.search = ''
      return url.href
    }
    const wanted = comparable(typeof key === 'string' ? key : key.url)
    return this.#entries.filter(({ url }) => comparable(url) === wanted)
  }

  async match(key: string | Request, options?: CacheQueryOptions) {
    return this.#find(key, options)[0]?.answer.clone()
  }

  async put(key: string | Request, answer: Response) {
    await this.delete(key)
    const url = new URL(typeof key === 'string' ? key : key.url, this.#origin).href
    const bytes = await answer.arrayBuffer()
    this.#entries.push({ url, answer: new Response(bytes, { headers: answer.headers }) })
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

export class StandInCaches {
  readonly #caches = new Map<string, StandInCache>()
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  async open(name: string) {
    const cache = this.#caches.get(name) ?? new StandInCache(this.#origin)
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
