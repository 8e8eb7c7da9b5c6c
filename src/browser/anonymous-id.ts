/**
 * A random id for the events of one browser. It contains nothing about the reader or the device, isn't
 * shared with other sites, and changes after ninety days. Without storage it lasts as long as the page.
 */

export type AnonymousId = {
  read(): string
  reset(): void
}

const storageKey = 'anonymous-id'
/** Milliseconds. */
const maxAge = 90 * 24 * 60 * 60 * 1000

/** As stored: `{id} {creation time in milliseconds}`. */
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,15})$/

/** `storage` throws if the browser blocks storage. */
export function createAnonymousId(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
): AnonymousId {
  let current: string | undefined

  function readStored(): string | undefined {
    try {
      const [, id, createdAt] = pattern.exec(storage().getItem(storageKey) ?? '') ?? []
      return now() - Number(createdAt) < maxAge ? id : undefined
    } catch {
      return undefined
    }
  }
  function createId(): string {
    const id = crypto.randomUUID()
    try {
      storage().setItem(storageKey, `${id} ${now()}`)
    } catch {
      // The id is this page's only.
    }
    return id
  }

  return {
    read() {
      current ??= readStored() ?? createId()
      return current
    },
    reset() {
      current = createId()
    },
  }
}
