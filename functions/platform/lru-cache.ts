export type LruCache<Key, Value> = {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/** Evicts the least recently used values once the total size exceeds `maxSize`. */
export function createLruCache<Key, Value>(
  maxSize: number,
  measureSize: (value: Value) => number,
): LruCache<Key, Value> {
  // A Map iterates in insertion order, and used values are inserted again.
  const values = new Map<Key, Value>()
  let usedSize = 0
  function evict(key: Key) {
    const value = values.get(key)
    if (value === undefined) return
    usedSize -= measureSize(value)
    values.delete(key)
  }
  function set(key: Key, value: Value) {
    evict(key)
    const size = measureSize(value)
    if (size > maxSize) return
    values.set(key, value)
    usedSize += size
    for (const oldest of values.keys()) {
      if (usedSize <= maxSize) return
      evict(oldest)
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
    set,
  }
}
