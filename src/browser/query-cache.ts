/** What queries have been answered, as the library of queries keeps it: in the page, and in the tab. */

type Entry = {
  data?: unknown
  error?: unknown
  retryCount?: number
  /** Milliseconds since 1970. */
  created?: number
  expires?: number
}

/** Where the answers outlive the page. What is found there was put there by `keep`. */
export type Keep = {
  readonly find: () => unknown
  /** An empty list where there is nothing to keep. */
  readonly keep: (answers: readonly (readonly [string, Entry])[]) => void
}

export class QueryCache extends Map<string, Entry> {
  readonly #keep: Keep['keep']

  constructor({ find, keep }: Keep) {
    super()
    this.#keep = keep
    const found = find()
    if (!Array.isArray(found)) return
    for (const [key, entry] of found) super.set(key, entry)
  }

  override set(key: string, entry: Entry): this {
    super.set(key, entry)
    this.#keepAnswers()
    return this
  }

  override delete(key: string): boolean {
    const wasThere = super.delete(key)
    this.#keepAnswers()
    return wasThere
  }

  override clear() {
    super.clear()
    this.#keepAnswers()
  }

  /** Failures are the page's own. */
  #keepAnswers() {
    this.#keep([...this].filter(([, { data }]) => data !== undefined))
  }
}
