import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findTextBesideSiblings, readComponents } from './text-beside-siblings.ts'

const find = (jsx: string) =>
  findTextBesideSiblings(
    'A.tsx',
    `import { name } from './name.ts'
    const link = <a href="/">link</a>
    function A({ count, children }) {
      const note = count > 1 ? 'several' : 'one'
      return ${jsx}
    }`,
    { withMixedChildren: new Set(['Note']), singleElements: new Set(['Address']) },
  )

it.each([
  ['<p>{count} left</p>', 'text that can change beside siblings'],
  ['<p>{note}<br /></p>', 'text that can change beside siblings'],
  ["<p>{count && 'some'}{count || <b>none</b>}</p>", 'text that can change beside siblings'],
  ['<p>Text <Other /></p>', 'text beside siblings that can change'],
  ['<p>Text {count > 1 && <b>!</b>}</p>', 'text beside siblings that can change'],
  ['<p>Text {children}</p>', 'text beside siblings that can change'],
  ['<>Text</>', 'text in a fragment'],
  ['<ul>{[1].map((one) => one + 1)}</ul>', 'a list of texts'],
  ['<Note>Text</Note>', 'text for a component that puts it beside siblings'],
  ["count ? <b>!</b> : 'none'", 'a component that is text'],
])('the check reports %s as %s', (jsx, problem) => {
  expect(find(jsx)[0]).toMatch(`A.tsx:5: ${problem}: `)
})

it.each([
  '<p>{format(count)}</p>',
  "<p>{count > 1 ? 'several' : <b>one</b>}</p>",
  '<p><b>{count}</b> left</p>',
  '<p>Text {name} {link}, text</p>',
  '<p>{children}</p>',
  '<p>Text <Address /></p>',
  '<p>{count > 1 && <b>!</b>}{[1].map((one) => <b key={one}>{one}</b>)}<Other /></p>',
])('the check allows %s', (jsx) => {
  expect(find(jsx)).toEqual([])
})

it('the check recognises components with mixed children, and those with a single element', () => {
  const text = `
    function Note({ children }) { return <p>{children}<hr /></p> }
    function Line(props) { return props.isOpen ? <p>{props.children}</p> : null }`
  const { withMixedChildren, singleElements } = readComponents([['A.tsx', text]])
  expect([...withMixedChildren]).toEqual(['Note'])
  expect([...singleElements]).toEqual(['Note'])
})

it('the check finds no problems in the source', () => {
  const files = globSync('src/**/*.tsx').map((path) => [path, readFileSync(path, 'utf8')] as const)
  const components = readComponents(files)
  const problems = files.flatMap(([path, text]) => findTextBesideSiblings(path, text, components))
  expect(files.length).toBeGreaterThan(0)
  expect(problems).toEqual([])
})
