import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KeptArticle, keepingPlan, keptAtMost } from './keeping-plan.ts'

const now = Date.UTC(2026, 10, 21)
const day = 24 * 60 * 60 * 1000
const open = { isOpen: true, mayRenew: true, now }
const lying = (slug: string, change: Partial<KeptArticle> = {}): KeptArticle => ({
  slug,
  keptAt: now - day / 2,
  isWhole: true,
  ...change,
})

describe('saved articles on this device', () => {
  it('are brought where they are missing, the newest first, and go with what was saved', () => {
    expect(keepingPlan(['c', 'b', 'a'], [lying('b'), lying('x')], open)).toEqual({
      bring: ['c', 'a'],
      drop: ['x'],
    })
  })

  it('are brought again after a day, where the connection is good enough', () => {
    const old = [lying('a', { keptAt: now - 2 * day })]
    expect(keepingPlan(['a'], old, open).bring).toEqual(['a'])
    expect(keepingPlan(['a'], old, { ...open, mayRenew: false }).bring).toEqual([])
    // Whose clock was turned back has them brought as well.
    expect(keepingPlan(['a'], [lying('a', { keptAt: now + 2 * day })], open).bring).toEqual(['a'])
  })

  it('are made whole as soon as they are open to the reader', () => {
    const half = [lying('a', { isWhole: false })]
    expect(keepingPlan(['a'], half, open).bring).toEqual(['a'])
    expect(keepingPlan(['a'], half, { ...open, isOpen: false }).bring).toEqual([])
  })

  it('are the fifty newest, whatever lay there, and then there is nothing left to do', () => {
    const slugs = fc.uniqueArray(fc.integer({ min: 0, max: 90 }).map(String), { maxLength: 80 })
    fc.assert(
      fc.property(slugs, slugs, (saved, before) => {
        const plan = keepingPlan(
          saved,
          before.map((slug) => lying(slug)),
          open,
        )
        const after = new Set([
          ...before.filter((slug) => !plan.drop.includes(slug)),
          ...plan.bring,
        ])
        expect([...after].sort()).toEqual(saved.slice(0, keptAtMost).sort())
        const again = keepingPlan(
          saved,
          [...after].map((slug) => lying(slug)),
          open,
        )
        expect(again).toEqual({ bring: [], drop: [] })
      }),
    )
  })
})
