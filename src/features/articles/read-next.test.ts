import { expect, it } from 'vitest'
import { readNext } from './read-next.ts'

const list = ['f', 'e', 'd', 'c', 'b', 'a']
const after = (slug: string) => readNext(list, list.indexOf(slug))

it('gives the next older stories', () => {
  expect(after('f')).toEqual(['e', 'd', 'c'])
  expect(after('d')).toEqual(['c', 'b', 'a'])
})

it('makes up for missing ones with the nearest newer', () => {
  expect(after('c')).toEqual(['b', 'a', 'd'])
  expect(after('a')).toEqual(['b', 'c', 'd'])
})

it('gives what there is', () => {
  expect(readNext(list.slice(0, 2), 1)).toEqual(['f'])
  expect(readNext(list.slice(0, 1), 0)).toEqual([])
})
