import { isPinned } from '../../src/domain/archive/story-list.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

type CategoryPin = {
  readonly category: string
  readonly slug: string
  readonly until: Date
}

export type FrontPage = {
  readonly lead: string | null
  readonly order: readonly string[]
  readonly pins: readonly string[]
  readonly categoryPins: readonly CategoryPin[]
  readonly hiddenFromMostRead: readonly string[]
  readonly note?: string | undefined
}

export const emptyFrontPage: FrontPage = {
  lead: null,
  order: [],
  pins: [],
  categoryPins: [],
  hiddenFromMostRead: [],
}

export const listPlacedStories = ({ lead, order, pins, categoryPins }: FrontPage): string[] => [
  ...new Set([
    ...(lead === null ? [] : [lead]),
    ...order,
    ...pins,
    ...categoryPins.map(({ slug }) => slug),
  ]),
]

export type FrontPageChange = {
  /** `none` shows the newest article. */
  readonly lead?: string | undefined
  readonly order?: readonly string[] | undefined
  readonly pin: readonly string[]
  readonly unpin: readonly string[]
}

/** An article has one position: the lead isn't repeated in the second tier. */
export function applyFrontPageChange(
  front: FrontPage,
  { lead, order, pin, unpin }: FrontPageChange,
): FrontPage {
  const newLead = lead === undefined ? front.lead : lead === 'none' ? null : lead
  const pins = [...front.pins, ...pin].filter((slug) => !unpin.includes(slug))
  return {
    ...front,
    lead: newLead,
    order: deduplicate(order ?? front.order).filter((slug) => slug !== newLead),
    pins: deduplicate(pins),
  }
}

const deduplicate = (slugs: readonly string[]) => [...new Set(slugs)]

type CategoryPinChange = Pick<FrontPageChange, 'pin' | 'unpin'> & Omit<CategoryPin, 'slug'>

/** The latest pin is first. Pins that have ended are removed. */
export function changeCategoryPins(
  front: FrontPage,
  { category, until, pin, unpin }: CategoryPinChange,
  now: Date,
): FrontPage {
  const changed = [...pin, ...unpin]
  const others = front.categoryPins.filter(
    (each) => isPinned(each, now) && !(each.category === category && changed.includes(each.slug)),
  )
  const added = deduplicate(pin).map((slug) => ({ category, slug, until }))
  return { ...front, categoryPins: [...added, ...others] }
}

/** Returns the same object if nothing changes. */
export function hideFromMostRead(front: FrontPage, slug: string, isHidden: boolean): FrontPage {
  const others = front.hiddenFromMostRead.filter((hidden) => hidden !== slug)
  const wasHidden = others.length < front.hiddenFromMostRead.length
  if (wasHidden === isHidden) return front
  return { ...front, hiddenFromMostRead: isHidden ? [...others, slug] : others }
}

/** Null if the front page doesn't name the article. */
export function renameInFrontPage(front: Fields, oldSlug: string, newSlug: string): Fields | null {
  const { lead, order, pins, categoryPins, hiddenFromMostRead, note } = {
    ...emptyFrontPage,
    ...(front as Partial<FrontPage>),
  }
  const named = [...order, ...pins, ...categoryPins.map(({ slug }) => slug), ...hiddenFromMostRead]
  if (lead !== oldSlug && !named.includes(oldSlug)) return null
  const renamed = (slug: string) => (slug === oldSlug ? newSlug : slug)
  return {
    lead: lead ? renamed(lead) : null,
    order: order.map(renamed),
    pins: pins.map(renamed),
    categoryPins: categoryPins.map((pin) => ({ ...pin, slug: renamed(pin.slug) })),
    hiddenFromMostRead: hiddenFromMostRead.map(renamed),
    ...(note === undefined ? {} : { note }),
  }
}
