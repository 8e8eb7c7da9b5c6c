/**
 * What this isolate has read lately from the files of its site. They belong to one deployed version and
 * never change, so a value stays right for as long as the isolate lives.
 */

export type RecentlyUsed<Key, Value> = {
  get(key: Key): Value | undefined
  keep(key: Key, value: Value): void
}

/** Drops what was used longest ago once the sizes add up to more than `room`. */
export function createRecentlyUsed<Key, Value>(
  room: number,
  sizeOf: (value: Value) => number,
): RecentlyUsed<Key, Value> {
  // A Map keeps the order of insertion, which here is the order of use.
  const values = new Map<Key, Value>()
  let taken = 0
  function drop(key: Key) {
    const value = values.get(key)
    if (value === undefined) return
    taken -= sizeOf(value)
    values.delete(key)
  }
  function keep(key: Key, value: Value) {
    drop(key)
    const size = sizeOf(value)
    if (size > room) return
    values.set(key, value)
    taken += size
    for (const oldest of values.keys()) {
      if (taken <= room) return
      drop(oldest)
    }
  }
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    keep,
  }
}
