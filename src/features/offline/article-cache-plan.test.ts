import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day } from '../../domain/duration.ts'
import { type CachedArticle, maxCachedArticles, planArticleCache } from './article-cache-plan.ts'

const now = Date.UTC(2026, 10, 21)
const entitledContext = { isEntitled: true, canRefresh: true, now }
const cachedArticle = (slug: string, changes: Partial<CachedArticle> = {}): CachedArticle => ({
  slug,
  cachedAt: now - day / 2,
  isComplete: true,
  ...changes,
})

describe('planArticleCache', () => {
  it('adds missing articles, newest first, and removes the others', () => {
    expect(
      planArticleCache(['c', 'b', 'a'], [cachedArticle('b'), cachedArticle('x')], entitledContext),
    ).toEqual({
      slugsToFetch: ['c', 'a'],
      slugsToRemove: ['x'],
    })
  })

  it('refreshes after a day, on a good connection', () => {
    const stale = [cachedArticle('a', { cachedAt: now - 2 * day })]
    expect(planArticleCache(['a'], stale, entitledContext).slugsToFetch).toEqual(['a'])
    expect(
      planArticleCache(['a'], stale, { ...entitledContext, canRefresh: false }).slugsToFetch,
    ).toEqual([])
    // Copies count as old if the clock was set back.
    expect(
      planArticleCache(['a'], [cachedArticle('a', { cachedAt: now + 2 * day })], entitledContext)
        .slugsToFetch,
    ).toEqual(['a'])
  })

  it('completes articles once the reader is entitled', () => {
    const incomplete = [cachedArticle('a', { isComplete: false })]
    expect(planArticleCache(['a'], incomplete, entitledContext).slugsToFetch).toEqual(['a'])
    expect(
      planArticleCache(['a'], incomplete, { ...entitledContext, isEntitled: false }).slugsToFetch,
    ).toEqual([])
  })

  it('keeps the fifty newest, whatever was stored, and then plans nothing', () => {
    const slugs = fc.uniqueArray(fc.integer({ min: 0, max: 90 }).map(String), { maxLength: 80 })
    fc.assert(
      fc.property(slugs, slugs, (saved, before) => {
        const plan = planArticleCache(
          saved,
          before.map((slug) => cachedArticle(slug)),
          entitledContext,
        )
        const after = new Set([
          ...before.filter((slug) => !plan.slugsToRemove.includes(slug)),
          ...plan.slugsToFetch,
        ])
        expect([...after].sort()).toEqual(saved.slice(0, maxCachedArticles).sort())
        const again = planArticleCache(
          saved,
          [...after].map((slug) => cachedArticle(slug)),
          entitledContext,
        )
        expect(again).toEqual({ slugsToFetch: [], slugsToRemove: [] })
      }),
    )
  })
})
