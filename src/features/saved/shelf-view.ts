/** Which saved articles are shown, and in which order: as the reader narrows the list. */
import type { SavedItem } from '../../contracts/saved.ts'

export const orders = {
  saved: 'Saved last',
  'saved-first': 'Saved first',
  published: 'Newest',
  'published-first': 'Oldest',
} as const
export type Order = keyof typeof orders

export type ShelfView = {
  readonly words: string
  /** A category's slug, or empty for all. */
  readonly category: string
  readonly order: Order
}

export const wholeShelf: ShelfView = { words: '', category: '', order: 'saved' }

export const isNarrowed = ({ words, category }: ShelfView) => words.trim() !== '' || category !== ''

/** Letters alone: whoever types “Rubaiyat” finds “Rubáiyát”. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function textOf(item: SavedItem): string {
  if (item.state === 'gone') return plain(item.title)
  return plain([item.title, item.dek, ...item.authors.map(({ name }) => name)].join(' '))
}

/** What is no longer published has no day of its own: it stands behind the others. */
const day = (item: SavedItem) => (item.state === 'published' ? item.publishedAt : '')

const by = (key: (item: SavedItem) => string) => (one: SavedItem, other: SavedItem) =>
  key(one) < key(other) ? 1 : key(one) > key(other) ? -1 : 0

const comparisons: Readonly<Record<Order, (one: SavedItem, other: SavedItem) => number>> = {
  saved: by(({ savedAt }) => savedAt),
  'saved-first': (one, other) => by(({ savedAt }) => savedAt)(other, one),
  published: by(day),
  'published-first': (one, other) =>
    day(one) && day(other) ? by(day)(other, one) : by(day)(one, other),
}

export function shelfAs(
  items: readonly SavedItem[],
  { words, category, order }: ShelfView,
): readonly SavedItem[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return items
    .filter((item) => !category || (item.state === 'published' && item.category === category))
    .filter((item) => wanted.every((word) => textOf(item).includes(word)))
    .sort(comparisons[order])
}

/** As it stands in the page's address, so that going back comes back to it. */
export function shelfAddress({ words, category, order }: ShelfView): string {
  const query = new URLSearchParams()
  if (words.trim()) query.set('q', words.trim())
  if (category) query.set('category', category)
  if (order !== wholeShelf.order) query.set('order', order)
  return query.size > 0 ? `?${query}` : ''
}

export function readShelfAddress(search: string): ShelfView {
  const query = new URLSearchParams(search)
  const order = query.get('order') ?? ''
  return {
    words: (query.get('q') ?? '').slice(0, 200),
    category: query.get('category') ?? '',
    order: Object.hasOwn(orders, order) ? (order as Order) : wholeShelf.order,
  }
}
