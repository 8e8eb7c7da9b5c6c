import { expect, it } from 'vitest'
import { pickReadNext } from './read-next.ts'

const items = ['f', 'e', 'd', 'c', 'b', 'a']
const readNextSlugs = (slug: string) => pickReadNext(items, items.indexOf(slug))

it('the next older stories are suggested after a story', () => {
  expect(readNextSlugs('f')).toEqual(['e', 'd', 'c'])
  expect(readNextSlugs('d')).toEqual(['c', 'b', 'a'])
})

it('the nearest newer stories are also suggested if there are too few older stories', () => {
  expect(readNextSlugs('c')).toEqual(['b', 'a', 'd'])
  expect(readNextSlugs('a')).toEqual(['b', 'c', 'd'])
})

it('all other stories are suggested if there are too few stories', () => {
  expect(pickReadNext(items.slice(0, 2), 1)).toEqual(['f'])
  expect(pickReadNext(items.slice(0, 1), 0)).toEqual([])
})
