import { expect, it } from 'vitest'
import { pickReadNext } from './read-next.ts'

const items = ['f', 'e', 'd', 'c', 'b', 'a']
const readNextSlugs = (slug: string) => pickReadNext(items, items.indexOf(slug))

it('returns the next older stories', () => {
  expect(readNextSlugs('f')).toEqual(['e', 'd', 'c'])
  expect(readNextSlugs('d')).toEqual(['c', 'b', 'a'])
})

it('adds the nearest newer ones if there are too few', () => {
  expect(readNextSlugs('c')).toEqual(['b', 'a', 'd'])
  expect(readNextSlugs('a')).toEqual(['b', 'c', 'd'])
})

it('returns what there is', () => {
  expect(pickReadNext(items.slice(0, 2), 1)).toEqual(['f'])
  expect(pickReadNext(items.slice(0, 1), 0)).toEqual([])
})
