import { expect, it } from 'vitest'
import { listSampledRanges } from './mutation-sample.ts'

const source = `import { a } from './a.ts'

export type B = string

/** Comment. */
export const b = 1

export function double(number: number) {
  return number * 2
}
`

it('the mutation sample lists the lines of statements that have an effect', () => {
  expect(listSampledRanges('b.ts', source, 1)).toEqual(['b.ts:6-6', 'b.ts:8-10'])
  expect(listSampledRanges('b.ts', source, 0)).toEqual([])
})

it('the mutation sample keeps its functions when others are added, and has about the requested size', () => {
  const names = Array.from({ length: 400 }, (_, index) => `f${index}`)
  const write = (list: readonly string[]) => list.map((name) => `const ${name} = 1\n`).join('')
  const chosen = (list: readonly string[]) =>
    listSampledRanges('c.ts', write(list), 0.25).map(
      (range) => list[Number(range.split(/[:-]/)[1]) - 1],
    )
  const before = chosen(names)
  expect(chosen(['first', ...names]).filter((name) => name !== 'first')).toEqual(before)
  expect(before.length).toBeGreaterThan(70)
  expect(before.length).toBeLessThan(130)
})
