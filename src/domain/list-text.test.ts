import { expect, it } from 'vitest'
import { formatList } from './list-text.ts'

it.each([
  [[], ''],
  [['Asha Rao'], 'Asha Rao'],
  [['Asha Rao', 'R. Roe'], 'Asha Rao and R. Roe'],
  [['Asha Rao', 'R. Roe', 'Leela'], 'Asha Rao, R. Roe and Leela'],
])('the list of %j is “%s”', (items, text) => expect(formatList(items)).toBe(text))
