import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meterAllowance, meterDays } from '../../publication/meter.ts'
import { day, hour } from '../duration.ts'
import { networkAccountsPerDay, networkUnlocksPerDay } from './allowance.ts'
import { createUnlockFields, storedUnlocksSchema } from './stored-unlock.ts'
import {
  type CountedUnlocks,
  countUnlocks,
  getUnlockEnd,
  isLeft,
  listCurrentSpent,
  listCurrentUnlocks,
  maxSpent,
  maxUnlocks,
  mergeUnlocks,
  type Unlock,
  unlockWays,
} from './unlock.ts'

const now = new Date('2026-11-01T12:00:00Z')
const unlocks = (maxLength: number): fc.Arbitrary<Unlock[]> =>
  fc.array(
    fc.record({
      slug: fc.nat(30).map((number) => `story-${number}`),
      way: fc.constantFrom(...unlockWays),
      at: fc
        .integer({ min: 0, max: 40 * 24 })
        .map((hours) => new Date(now.getTime() - hours * hour)),
    }),
    { maxLength },
  )
const some = unlocks(7)
const many = unlocks(60)

describe('merging unlocks', () => {
  it('has the same result in any order, however often it’s repeated', () => {
    fc.assert(
      fc.property(some, some, (one, other) => {
        const merged = mergeUnlocks(one, other, now)
        const sortBySlug = (list: readonly Unlock[]) =>
          list.toSorted((a, b) => a.slug.localeCompare(b.slug))
        expect(sortBySlug(mergeUnlocks(other, one, now))).toEqual(sortBySlug(merged))
        expect(mergeUnlocks(merged, one, now)).toEqual(merged)
        const slugs = [...one, ...other]
          .filter((unlock) => getUnlockEnd(unlock) > now)
          .map(({ slug }) => slug)
        expect(merged.map(({ slug }) => slug).sort()).toEqual([...new Set(slugs)].sort())
      }),
    )
  })

  it('never removes an unlock, and never gives a story back', () => {
    fc.assert(
      fc.property(some, some, (one, other) => {
        const merged = mergeUnlocks(one, other, now)
        for (const { slug, at } of [...one, ...other]) {
          const end = getUnlockEnd({ at })
          if (end <= now) continue
          const kept = merged.find((unlock) => unlock.slug === slug)!
          expect(getUnlockEnd(kept).getTime()).toBeGreaterThanOrEqual(end.getTime())
        }
        for (const kind of ['guest', 'reader'] as const) {
          const [before, after] = [one, merged].map(
            (list) => countUnlocks({ unlocks: list }, kind, now).free,
          )
          expect(after!.used).toBeGreaterThanOrEqual(before!.used)
        }
      }),
    )
  })

  it('keeps the record bounded, without giving a story back', () => {
    const sum = Object.values(meterAllowance).reduce((total, allowance) => total + allowance, 0)
    expect(maxUnlocks).toBeGreaterThan(sum)
    expect(maxSpent).toBeGreaterThan(sum - meterAllowance.registered)
    fc.assert(
      fc.property(many, many, (one, other) => {
        const merged = mergeUnlocks(one, other, now)
        expect(merged.length).toBeLessThanOrEqual(maxUnlocks)
        const all = new Set(
          [...one, ...other]
            .filter((unlock) => getUnlockEnd(unlock) > now && unlock.way !== 'referred')
            .map(({ slug }) => slug),
        )
        const { free } = countUnlocks({ unlocks: merged }, 'reader', now)
        expect(free.used).toBe(Math.min(all.size, meterAllowance.registered))
      }),
    )
  })
})

describe('the count of unlocks', () => {
  it('is never negative and never more than the allowance', () => {
    const allowances = fc.record({
      guest: fc.nat(5),
      email: fc.nat(5),
      referred: fc.nat(5),
      registered: fc.nat(5),
    })
    fc.assert(
      fc.property(many, many, allowances, (list, spent, allowance) => {
        for (const kind of ['guest', 'reader'] as const) {
          for (const count of Object.values(
            countUnlocks({ unlocks: list, spent }, kind, now, allowance),
          )) {
            expect(count.used).toBeGreaterThanOrEqual(0)
            expect(count.used).toBeLessThanOrEqual(count.allowance)
            expect(isLeft(count)).toBe(count.used < count.allowance)
          }
        }
      }),
    )
  })

  it('continues for guests after their unlocks have moved to an account, but not for the account', () => {
    fc.assert(
      fc.property(some, (list) => {
        const held = { unlocks: listCurrentUnlocks(list, now) }
        const moved = { unlocks: [], spent: listCurrentSpent(held.unlocks, now) }
        expect(countUnlocks(moved, 'guest', now)).toEqual(countUnlocks(held, 'guest', now))
        expect(countUnlocks(moved, 'reader', now).free.used).toBe(0)
        for (const spent of moved.spent) expect(Object.keys(spent)).toEqual(['way', 'at'])
      }),
    )
  })

  it('includes unlocks by other readers with the address, for an account but not for a guest', () => {
    fc.assert(
      fc.property(some, some, (list, others) => {
        const spentByAddress = listCurrentSpent(others, now)
        const count = (counted: CountedUnlocks, kind: 'guest' | 'reader') =>
          countUnlocks(counted, kind, now)
        const own = count({ unlocks: list }, 'reader').free
        const { used } = count({ unlocks: list, spentByAddress }, 'reader').free
        expect(used).toBe(Math.min(own.used + spentByAddress.length, own.allowance))
        expect(count({ unlocks: list, spentByAddress }, 'guest')).toEqual(
          count({ unlocks: list }, 'guest'),
        )
      }),
    )
  })

  it('ends after `meterDays`', () => {
    const unlock: Unlock = { slug: 'a', way: 'free', at: new Date(now.getTime() - meterDays * day) }
    expect(listCurrentUnlocks([unlock], now)).toEqual([])
    expect(listCurrentSpent([unlock], now)).toEqual([])
    expect(listCurrentUnlocks([unlock], new Date(now.getTime() - 1))).toEqual([unlock])
  })
})

it('the record of unlocks contains the merged unlocks, and the time when the first unlock ends', () => {
  fc.assert(
    fc.property(many, (list) => {
      const merged = mergeUnlocks(list, [], now)
      const { unlocks, unlocksEndAt } = createUnlockFields(merged)
      expect(storedUnlocksSchema.parse(unlocks)).toEqual(merged)
      expect(unlocksEndAt === null).toBe(merged.length === 0)
      for (const unlock of merged) {
        expect(unlocksEndAt!.getTime()).toBeLessThanOrEqual(getUnlockEnd(unlock).getTime())
      }
    }),
  )
})

it('a network has at most 300 unlocks and 50 accounts a day', () => {
  expect(networkUnlocksPerDay).toBe(300)
  expect(networkAccountsPerDay).toBe(50)
})
