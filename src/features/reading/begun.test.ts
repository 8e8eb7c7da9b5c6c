import { describe, expect, it } from 'vitest'
import { afterAsking, afterLeaving, type Begun, isFresh, type Known } from './begun.ts'

const start = Date.UTC(2026, 10, 21)
const after = (minutes: number) => start + minutes * 60 * 1000
const article = (slug: string, depth = 0.5): Begun => ({ slug, title: `About ${slug}`, depth })
const unknown: Known = { at: 0, begun: [], left: null }
const slugs = ({ begun }: Known) => begun.map(({ slug }) => slug).join('')

describe('what has been begun', () => {
  it('is what the server has, without what is finished', () => {
    const known = afterAsking(unknown, [article('a'), article('b', 0.95), article('c')], start)
    expect(slugs(known)).toBe('ac')
    expect(isFresh(known, after(60) - 1)).toBe(true)
    expect(isFresh(known, after(60))).toBe(false)
  })

  it('begins with the article that was left last, where it was left', () => {
    const known = afterAsking(unknown, [article('a'), article('b')], start)
    const left = afterLeaving(known, article('b', 0.7), after(1))
    expect(left.begun).toEqual([article('b', 0.7), article('a')])
    expect(slugs(afterLeaving(left, article('b', 1), after(2)))).toBe('a')
  })

  it('has what was left a moment ago, though the server has not heard of it', () => {
    const left = afterLeaving(unknown, article('a', 0.3), start)
    expect(isFresh(left, start)).toBe(false)
    expect(slugs(afterAsking(left, [article('b'), article('a', 0.1)], start + 1))).toBe('ab')
    // By then it has, or it was lost.
    expect(slugs(afterAsking(left, [article('b')], after(1)))).toBe('b')
  })

  it('has nothing that was finished a moment ago, though the server has not heard of that', () => {
    const left = afterLeaving(unknown, article('a', 1), start)
    expect(slugs(afterAsking(left, [article('a', 0.3)], start + 1))).toBe('')
  })
})
