/** What editors put on the front page, and how they change it. Pure. */
import type { Fields } from '../../functions/adapters/firestore-values.ts'

export type FrontPage = {
  readonly lead: string | null
  readonly order: readonly string[]
  readonly pins: readonly string[]
}

export const emptyFront: FrontPage = { lead: null, order: [], pins: [] }

export type FrontChange = {
  /** `none` leaves the lead to the newest article. */
  readonly lead?: string | undefined
  readonly order?: readonly string[] | undefined
  readonly pin: readonly string[]
  readonly unpin: readonly string[]
}

/** Each article stands in one place only: who leads is not in the second tier as well. */
export function changeFront(front: FrontPage, { lead, order, pin, unpin }: FrontChange): FrontPage {
  const leads = lead === undefined ? front.lead : lead === 'none' ? null : lead
  const pins = [...front.pins, ...pin].filter((slug) => !unpin.includes(slug))
  return {
    lead: leads,
    order: unique(order ?? front.order).filter((slug) => slug !== leads),
    pins: unique(pins),
  }
}

const unique = (slugs: readonly string[]) => [...new Set(slugs)]

/** With another name for an article; null where the front page does not name it. */
export function frontWith(front: Fields, oldSlug: string, newSlug: string): Fields | null {
  const { lead, order = [], pins = [] } = front as Partial<FrontPage>
  if (lead !== oldSlug && ![...order, ...pins].includes(oldSlug)) return null
  const renamed = (slug: string) => (slug === oldSlug ? newSlug : slug)
  return {
    lead: lead ? renamed(lead) : null,
    order: order.map(renamed),
    pins: pins.map(renamed),
  }
}
