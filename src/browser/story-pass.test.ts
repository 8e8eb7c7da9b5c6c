import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acceptStoryPass, endStoryPass, hasStoryPass, unlocksKey } from './story-pass.ts'

let stored: Record<string, string>
let dataset: Record<string, string>

beforeEach(() => {
  stored = {}
  dataset = {}
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem(key: string, value: string) {
      stored[key] = value
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
const listStored = () => Object.keys(JSON.parse(stored[unlocksKey]!))

it('an unlocked story is open on this page and the next, until it ends', () => {
  stored[unlocksKey] = JSON.stringify({ 'an-old-story': Date.now() - 1 })
  acceptStoryPass('a-story', inDays(30))
  expect(hasStoryPass()).toBe(true)
  expect(dataset).toEqual({ pass: '', open: '' })
  acceptStoryPass('another', inDays(1))
  expect(listStored()).toEqual(['a-story', 'another'])
})

it('a refused story is closed, and the others stay', () => {
  acceptStoryPass('a-story', inDays(30))
  acceptStoryPass('another', inDays(30))
  endStoryPass('a-story')
  expect(hasStoryPass()).toBe(false)
  expect(dataset).toEqual({})
  expect(listStored()).toEqual(['another'])
})

it('a gift link that has ended leaves its notice', () => {
  Object.assign(dataset, { given: '', pass: '', open: '' })
  endStoryPass('a-story')
  expect(dataset).toEqual({ giftEnded: '' })
})

it.each(['', '{', 'null', '5'])('%j is no unlock', (odd) => {
  stored[unlocksKey] = odd
  acceptStoryPass('a-story', inDays(1))
  expect(listStored()).toEqual(['a-story'])
})
