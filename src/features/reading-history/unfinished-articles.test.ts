import { describe, expect, it } from 'vitest'
import {
  applyArticleLeft,
  applyServerHistory,
  isFresh,
  type ReadingState,
  type UnfinishedArticle,
} from './unfinished-articles.ts'

const start = Date.UTC(2026, 10, 21)
const after = (minutes: number) => start + minutes * 60 * 1000
const article = (slug: string, depth = 0.5): UnfinishedArticle => ({
  slug,
  title: `About ${slug}`,
  depth,
})
const emptyState: ReadingState = { at: 0, unfinished: [], lastLeft: null }
const slugs = ({ unfinished }: ReadingState) => unfinished.map(({ slug }) => slug).join('')

describe('the unfinished articles', () => {
  it('are the server’s, without finished articles', () => {
    const state = applyServerHistory(
      emptyState,
      [article('a'), article('b', 0.95), article('c')],
      start,
    )
    expect(slugs(state)).toBe('ac')
    expect(isFresh(state, after(60) - 1)).toBe(true)
    expect(isFresh(state, after(60))).toBe(false)
  })

  it('start with the article that was left last', () => {
    const state = applyServerHistory(emptyState, [article('a'), article('b')], start)
    const left = applyArticleLeft(state, article('b', 0.7), after(1))
    expect(left.unfinished).toEqual([article('b', 0.7), article('a')])
    expect(slugs(applyArticleLeft(left, article('b', 1), after(2)))).toBe('a')
  })

  it('contain an article that was just left, even before the server has stored it', () => {
    const left = applyArticleLeft(emptyState, article('a', 0.3), start)
    expect(isFresh(left, start)).toBe(false)
    expect(slugs(applyServerHistory(left, [article('b'), article('a', 0.1)], start + 1))).toBe('ab')
    // By then, the server has recorded the depth, or never will.
    expect(slugs(applyServerHistory(left, [article('b')], after(1)))).toBe('b')
  })

  it('omit an article that was just finished, even before the server has stored it', () => {
    const left = applyArticleLeft(emptyState, article('a', 1), start)
    expect(slugs(applyServerHistory(left, [article('a', 0.3)], start + 1))).toBe('')
  })
})
