import fc from 'fast-check'
import { createElement, type ReactElement } from 'react'
import ReactDOM from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkComponentsOnce, renderOnce } from './render-islands-once.ts'

type Props = Readonly<Record<string, unknown>>

const Island = (props: Props) =>
  createElement(
    'p',
    null,
    ...Object.entries(props).map(([name, value]) =>
      createElement('b', { key: name }, `${name}: ${typeof value} ${String(value)}`),
    ),
  )

const value = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.double(),
  fc.constantFrom(null, undefined),
  fc.date(),
  fc.constant(() => 'a function'),
)
const propsOf = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value)

it('renders what React does, for any props in any order', () => {
  fc.assert(
    fc.property(fc.array(propsOf, { maxLength: 30 }), (sets) => {
      const render = renderOnce(ReactDOM)
      for (const props of [...sets, ...sets]) {
        const element = createElement(Island, props)
        expect(render(element)).toBe(ReactDOM.renderToString(element))
      }
    }),
  )
})

it('renders an island once for each set of props', () => {
  let renders = 0
  const render = renderOnce({
    renderToString: (...args) => {
      renders++
      return ReactDOM.renderToString(...args)
    },
  })
  for (const place of ['footer', 'popup', 'footer', 'popup']) {
    expect(render(createElement(Island, { place }))).toContain(place)
  }
  expect(renders).toBe(2)
})

it('renders an island with a slot each time', () => {
  const render = renderOnce(ReactDOM)
  const WithSlot = ({ slot }: { slot: ReactElement }) => createElement('div', null, slot)
  for (const text of ['one', 'other']) {
    const slot = createElement('p', null, text)
    expect(render(createElement(WithSlot, { slot }))).toBe(`<div><p>${text}</p></div>`)
  }
})

it('checks a component once, with the same answers and numbers', async () => {
  const checked: unknown[] = []
  const NotReact = () => 'text'
  const renderer = {
    async check(component: unknown) {
      checked.push(component)
      return component !== NotReact
    },
  }
  checkComponentsOnce(renderer)
  const answers: boolean[] = []
  for (const component of [Island, NotReact, Island, NotReact]) {
    answers.push(await renderer.check(component))
  }
  expect(answers).toEqual([true, false, true, false])
  expect(checked).toHaveLength(4)
  expect(checked.filter((component) => component === Island)).toHaveLength(1)
  expect(checked.filter((component) => component === NotReact)).toHaveLength(2)
})
