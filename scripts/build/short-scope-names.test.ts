import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import {
  createModuleClassNames,
  listSources,
  nameScope,
  shortenScope,
} from './short-scope-names.ts'

const names = new Map([['src/ui/Box.astro', 'Bx']])

it('every component has a different scope name, as short as possible', () => {
  const given = Array.from({ length: 900 }, (_, index) => nameScope(index))
  expect(new Set(given).size).toBe(given.length)
  expect([nameScope(0), nameScope(25), nameScope(26), nameScope(51)]).toEqual([
    'A',
    'Z',
    'Aa',
    'Za',
  ])
  for (const name of given) expect(name).toMatch(/^[A-Z][a-z0-9]?$/)
  expect(() => nameScope(26 * 37)).toThrow('Too many components')
})

it('a component’s scope is shortened wherever it occurs', () => {
  const code = '.box.astro-a1b2c3d4{}<p class="box astro-a1b2c3d4"><astro-island>'
  expect(shortenScope(code, 'src/ui/Box.astro', names)).toBe(
    '.box.Bx{}<p class="box Bx"><astro-island>',
  )
})

it('a style with an unexpected scope is refused or left unchanged', () => {
  const code = '.astro-a1b2c3d4.astro-e5f6a7b8{}'
  expect(() => shortenScope(code, 'src/ui/Box.astro', names)).toThrow('several scopes')
  expect(shortenScope('.astro-a1b2c3d4{}', 'src/ui/Other.astro', names)).toBe('.astro-a1b2c3d4{}')
})

it('a CSS module’s classes get the number of their file', () => {
  const [first, second] = listSources('.module.css')
  const nameClass = createModuleClassNames()
  expect(nameClass('button', resolve(first!))).toBe('_button_0')
  expect(nameClass('button', `${resolve(second!)}?used`)).toBe('_button_1')
  expect(() => nameClass('button', '/elsewhere.module.css')).toThrow('isn’t a CSS module')
})
