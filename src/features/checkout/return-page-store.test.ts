import { expect, it } from 'vitest'
import { toReturnPath } from './return-page-store.ts'

const origin = 'https://verandah.news'

it.each([
  [`${origin}/fathers-in-pencil?x=1#y`, '/fathers-in-pencil'],
  [`${origin}/`, '/'],
  [`${origin}/subscribers-of-the-old-library`, '/subscribers-of-the-old-library'],
  [`${origin}/subscribe?plan=annual`, null],
  [`${origin}/subscribe-today`, null],
  [`${origin}/login/new`, null],
  ['https://elsewhere.example/fathers-in-pencil', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the return page for %s is %s', (referrer, path) =>
  expect(toReturnPath(referrer, origin)).toBe(path),
)
