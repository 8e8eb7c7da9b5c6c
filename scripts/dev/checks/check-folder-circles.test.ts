import { expect, it } from 'vitest'
import { findFolderCircle } from './check-folder-circles.ts'

const parse = (text: string) =>
  text.split(', ').map((one) => {
    const [file = '', imported = ''] = one.split(' → ')
    return { file, imported }
  })

it.each([
  ['a/x.ts → b/y.ts, b/y.ts → a/z.ts', 'a → b → a'],
  ['a/x.ts → b/y.ts, b/z.ts → c/x.ts, c/y.ts → a/z.ts', 'a → b → c → a'],
  ['a/x.ts → b/y.ts, b/y.ts → c/x.ts, c/y.ts → b/z.ts', 'b → c → b'],
  ['a/x.ts → a/b/y.ts, a/b/z.ts → a/y.ts', 'a → a/b → a'],
])('the check finds the circle of %s: %s', (imports, circle) => {
  expect(findFolderCircle(parse(imports))?.join(' → ')).toBe(circle)
})
