import { expect, it } from 'vitest'
import { readNext } from './read-next.ts'

const list = ['f', 'e', 'd', 'c', 'b', 'a'].map((slug) => ({ slug }))
const after = (slug: string) => readNext(list, slug).map((item) => item.slug)

it('gives the next older stories', () => {
  expect(after('f')).toEqual(['e', 'd', 'c'])
  expect(after('d')).toEqual(['c', 'b', 'a'])
})

it('makes up for missing ones with the nearest newer', () => {
  expect(after('c')).toEqual(['b', 'a', 'd'])
  expect(after('a')).toEqual(['b', 'c', 'd'])
})

it('gives what there is', () => {
  expect(readNext(list.slice(0, 2), 'e')).toEqual([{ slug: 'f' }])
  expect(readNext(list.slice(0, 1), 'f')).toEqual([])
})
