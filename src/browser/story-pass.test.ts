import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { day } from '../domain/duration.ts'
import { acceptStoryPass, endStoryPass, hasStoryPass, unlocksKey } from './story-pass.ts'
import { createTestBrowser, type TestBrowser } from './testing/test-browser.ts'

let browser: TestBrowser
let dataset: DOMStringMap

beforeEach(() => {
  browser = createTestBrowser()
  browser.loadPage()
  dataset = document.documentElement.dataset
  delete dataset.reader
})
afterEach(() => vi.unstubAllGlobals())

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const listStored = () => Object.keys(JSON.parse(browser.local.get(unlocksKey)!))

it('an unlocked story is open on this page and the next, until the unlock ends', () => {
  browser.local.set(unlocksKey, JSON.stringify({ 'an-old-story': Date.now() - 1 }))
  acceptStoryPass('a-story', inDays(30))
  expect(hasStoryPass()).toBe(true)
  expect(dataset).toEqual({ pass: '', open: '' })
  acceptStoryPass('another', inDays(1))
  expect(listStored()).toEqual(['a-story', 'another'])
})

it('a refused story is closed, and other stories stay open', () => {
  acceptStoryPass('a-story', inDays(30))
  acceptStoryPass('another', inDays(30))
  endStoryPass('a-story')
  expect(hasStoryPass()).toBe(false)
  expect(dataset).toEqual({})
  expect(listStored()).toEqual(['another'])
})

it('an expired gift link leaves a notice', () => {
  Object.assign(dataset, { given: '', pass: '', open: '' })
  endStoryPass('a-story')
  expect(dataset).toEqual({ giftEnded: '' })
})

it.each(['', '{', 'null', '5'])('%j isn’t a valid unlock', (odd) => {
  browser.local.set(unlocksKey, odd)
  acceptStoryPass('a-story', inDays(1))
  expect(listStored()).toEqual(['a-story'])
})
