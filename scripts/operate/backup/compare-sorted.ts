/** Compares a backup with stored items: two streams in the same order, one item at a time. */

type Kind = 'equal' | 'different' | 'missing' | 'extra'
/** The backup's item, or the stored one if it is `extra`. */
export type Comparison<Item> = { readonly kind: Kind; readonly item: Item }

export async function* compareSorted<Item>(
  backup: AsyncIterator<Item>,
  stored: AsyncIterator<Item>,
  comparePlaces: (one: Item, other: Item) => number,
  isEqual: (one: Item, other: Item) => boolean,
): AsyncGenerator<Comparison<Item>> {
  let [expected, actual] = [await backup.next(), await stored.next()]
  for (;;) {
    if (expected.done && actual.done) return
    const order = expected.done ? 1 : actual.done ? -1 : comparePlaces(expected.value, actual.value)
    if (order < 0) yield { kind: 'missing', item: expected.value }
    else if (order > 0) yield { kind: 'extra', item: actual.value }
    else {
      const kind = isEqual(expected.value, actual.value) ? 'equal' : 'different'
      yield { kind, item: expected.value }
    }
    if (order <= 0) expected = await backup.next()
    if (order >= 0) actual = await stored.next()
  }
}

export async function countKinds<Item>(
  comparisons: AsyncIterable<Comparison<Item>>,
  onItem: (comparison: Comparison<Item>) => void = () => {},
) {
  const counts: Record<Kind, number> = { equal: 0, different: 0, missing: 0, extra: 0 }
  for await (const comparison of comparisons) {
    counts[comparison.kind]++
    onItem(comparison)
  }
  return counts
}
