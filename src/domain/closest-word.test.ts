import { describe, expect, it } from 'vitest'
import { findClosest, findClosestWord } from './closest-word.ts'

const words = ['culture', 'politics', 'food', 'sriLanka', 'title', 'tags']

describe('the closest word', () => {
  it.each([
    ['Culture', 'culture'],
    ['cutlure', 'culture'],
    ['culturee', 'culture'],
    ['Política', 'politics'],
    ['sri-lanka', 'sriLanka'],
    ['Srilanka', 'sriLanka'],
    ['titel', 'title'],
    ['tag', 'tags'],
    ['foot', 'food'],
    ['science', null],
    ['', null],
    ['x'.repeat(100), null],
  ])('to %j is %j', (word, expected) => {
    expect(findClosestWord(word, words)).toBe(expected)
  })

  it('is found by any of its spellings', () => {
    const authors = [
      ['ayesha-siddiqui', 'ayesha-siddiqui'],
      ['Ayesha Siddiqui', 'ayesha-siddiqui'],
      ['thiri-hlaing', 'thiri-hlaing'],
    ] as const
    expect(findClosest('Ayesha Siddiqui', authors)).toBe('ayesha-siddiqui')
    expect(findClosest('ayesha-sidiqi', authors)).toBe('ayesha-siddiqui')
  })

  it('is missing if two words are equally close', () => {
    expect(findClosestWord('anna-rao', ['anna-rai', 'anna-rau'])).toBeNull()
  })
})
