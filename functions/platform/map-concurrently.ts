/** Returns a function that runs tasks, at most `limit` at a time; the others wait in order. */
export function createLimiter(limit: number) {
  let freeSlots = limit
  const queue: (() => void)[] = []
  return async <Output>(task: () => Promise<Output>): Promise<Output> => {
    if (freeSlots === 0) await new Promise<void>((resolve) => queue.push(resolve))
    else freeSlots--
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else freeSlots++
    }
  }
}

/** Runs at most `limit` tasks at a time; results are in the order of the items. */
export function mapConcurrently<Item, Output>(
  items: readonly Item[],
  limit: number,
  task: (item: Item, index: number) => Promise<Output>,
): Promise<Output[]> {
  const enqueue = createLimiter(limit)
  return Promise.all(items.map((item, index) => enqueue(() => task(item, index))))
}
