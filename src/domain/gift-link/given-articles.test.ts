import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giftLinkDays, givenArticlesPerMonth } from '../../publication/offer.ts'
import { day, hour } from '../duration.ts'
import {
  countLeft,
  type GivenArticle,
  getGiftLinkState,
  giveArticle,
  revokeGiftLink,
} from './given-articles.ts'

const timeZone = 'Asia/Colombo'
const start = new Date('2026-11-02T08:00:00Z')
const addDays = (days: number, from = start) => new Date(from.getTime() + days * day)

function give(
  given: readonly GivenArticle[],
  slug: string,
  now: Date,
  code = `${slug}-${now.getTime()}`,
) {
  const giving = giveArticle(given, { slug, title: slug, code }, now, timeZone)
  if (!giving.ok) throw new Error(giving.failure)
  return giving.value
}

describe('giving an article', () => {
  it('creates a link that lasts some days', () => {
    const { given, link } = give([], 'rain', start)
    expect(given).toEqual([link])
    expect(link.until).toEqual(addDays(giftLinkDays))
    expect(countLeft(given, start, timeZone)).toBe(givenArticlesPerMonth - 1)
    expect(getGiftLinkState(link, new Date(link.until.getTime() - 1))).toBe('working')
    expect(getGiftLinkState(link, link.until)).toBe('expired')
  })

  it('returns the same link again in the month, unchanged while the link is valid', () => {
    const first = give([], 'rain', start)
    const second = give(first.given, 'rain', new Date(first.link.until.getTime() - 1))
    expect(second.given).toBe(first.given)
    expect(second.link).toBe(first.link)
  })

  it('in the same month extends the expired link instead of counting again', () => {
    const other = give([], 'sun', start)
    const first = give(other.given, 'rain', start)
    const again = give(first.given, 'rain', first.link.until)
    expect(again.link).toEqual({ ...first.link, until: addDays(2 * giftLinkDays) })
    expect(again.given).toEqual([again.link, other.link])
    expect(countLeft(again.given, first.link.until, timeZone)).toBe(givenArticlesPerMonth - 2)
  })

  it('creates another link in the next month, and the first link stays valid', () => {
    const late = addDays(27)
    const first = give([], 'rain', late)
    const next = give(first.given, 'rain', addDays(2, late))
    expect(next.link.code).not.toBe(first.link.code)
    expect(next.given).toEqual([next.link, first.link])
  })

  it('removes articles given more than 90 days ago', () => {
    const old = give([], 'rain', start)
    expect(give(old.given, 'sun', addDays(89)).given).toHaveLength(2)
    expect(give(old.given, 'sun', addDays(90)).given).toHaveLength(1)
  })
})

describe('revoking a gift link', () => {
  it('changes nothing for an unknown link, and keeps the time of the first revocation', () => {
    const { given, link } = give([], 'rain', start)
    expect(revokeGiftLink(given, 'another', start)).toBe(given)
    const revoked = revokeGiftLink(given, link.code, start)
    expect(revokeGiftLink(revoked, link.code, addDays(1))).toBe(revoked)
  })
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('give'), slug: fc.nat(14) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revoke'), index: fc.nat(30) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), hours: fc.nat(400) }) },
)

it('a reader can create exactly the allowed number of gift links a month, and one per article unless it is revoked', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let now = new Date('2026-01-01T00:00:00Z')
      let given: readonly GivenArticle[] = []
      /** All codes ever created, by month in Colombo, which is five and a half hours ahead of UTC. */
      const created = new Map<string, Map<string, string>>()
      const getMonth = () => new Date(now.getTime() + 5.5 * hour).toISOString().slice(0, 7)
      for (const [index, action] of steps.entries()) {
        const links = created.get(getMonth()) ?? new Map<string, string>()
        created.set(getMonth(), links)
        if ('hours' in action) now = new Date(now.getTime() + action.hours * hour)
        else if ('index' in action) {
          const code = given[action.index % (given.length || 1)]?.code
          if (code) given = revokeGiftLink(given, code, now)
        } else {
          const slug = `story-${action.slug}`
          const isKnown = given.some(
            ({ code, revokedAt }) => links.get(code) === slug && !revokedAt,
          )
          const giving = giveArticle(given, { slug, title: slug, code: `${index}` }, now, timeZone)
          expect(giving.ok).toBe(isKnown || links.size < givenArticlesPerMonth)
          if (giving.ok) {
            const { link } = giving.value
            given = giving.value.given
            expect(links.has(link.code)).toBe(isKnown)
            links.set(link.code, slug)
            expect(link.slug).toBe(slug)
            expect(getGiftLinkState(link, now)).toBe('working')
            expect(link.until.getTime() - now.getTime()).toBeLessThanOrEqual(giftLinkDays * day)
          }
          expect(links.size).toBeLessThanOrEqual(givenArticlesPerMonth)
        }
        const ofThisMonth = created.get(getMonth())?.size ?? 0
        expect(countLeft(given, now, timeZone)).toBe(givenArticlesPerMonth - ofThisMonth)
      }
    }),
    { numRuns: 500 },
  )
})
