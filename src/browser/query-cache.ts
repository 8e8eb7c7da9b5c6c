type Entry = {
  data?: unknown
  error?: unknown
  retryCount?: number
  /** In milliseconds since 1970. */
  created?: number
  expires?: number
}

/** Stores answers across pages. Only `save` changes what `load` returns. */
export type QueryStorage = {
  readonly load: () => unknown
  /** Called with an empty list if there is nothing to store. */
  readonly save: (entries: readonly (readonly [string, Entry])[]) => void
}

export class QueryCache extends Map<string, Entry> {
  readonly #save: QueryStorage['save']

  constructor({ load, save }: QueryStorage) {
    super()
    this.#save = save
    const loaded = load()
    if (!Array.isArray(loaded)) return
    for (const [key, entry] of loaded) super.set(key, entry)
  }

  override set(key: string, entry: Entry): this {
    super.set(key, entry)
    this.#saveEntries()
    return this
  }

  override delete(key: string): boolean {
    const wasPresent = super.delete(key)
    this.#saveEntries()
    return wasPresent
  }

  override clear() {
    super.clear()
    this.#saveEntries()
  }

  /** Stores all entries except failures. */
  #saveEntries() {
    this.#save([...this].filter(([, { data }]) => data !== undefined))
  }
}
