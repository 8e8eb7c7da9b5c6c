/** Runs at most `limit` tasks at a time; results are in the order of the items. */
export async function mapConcurrently<Item, Output>(
  items: readonly Item[],
  limit: number,
  task: (item: Item, index: number) => Promise<Output>,
): Promise<Output[]> {
  const results = new Array<Output>(items.length)
  let nextIndex = 0
  const worker = async () => {
    while (nextIndex < items.length) {
      const index = nextIndex++
      results[index] = await task(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  return results
}
