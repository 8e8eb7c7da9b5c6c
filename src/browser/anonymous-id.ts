/**
 * The number under which a browser's events belong together: drawn by lot, made of nothing that the
 * reader or the device is known by, kept on our own pages alone, and another one after ninety days.
 * Where nothing can be kept it lasts as long as the page.
 */

export type AnonymousId = {
  read(): string
  /** From here on, another one. */
  renew(): void
}

const key = 'anonymous-id'
/** Milliseconds. */
const lifetime = 90 * 24 * 60 * 60 * 1000

/** As it is kept: `{id} {milliseconds of the day it was drawn}`. */
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,15})$/

/** `storage` throws where the browser gives none. */
export function createAnonymousId(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  now: () => number,
): AnonymousId {
  let current: string | undefined

  function find(): string | undefined {
    try {
      const [, id, drawn] = pattern.exec(storage().getItem(key) ?? '') ?? []
      return now() - Number(drawn) < lifetime ? id : undefined
    } catch {
      return undefined
    }
  }
  function draw(): string {
    const id = crypto.randomUUID()
    try {
      storage().setItem(key, `${id} ${now()}`)
    } catch {
      // Then it is this page's.
    }
    return id
  }

  return {
    read() {
      current ??= find() ?? draw()
      return current
    },
    renew() {
      current = draw()
    },
  }
}
