import { expect, it } from 'vitest'
import { wayBack } from './where-from.ts'

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
])('from %s one goes back to %s', (referrer, path) => expect(wayBack(referrer, origin)).toBe(path))
