/** The page frame as the stack's build has written it: what needs no browser to be seen. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  attribute,
  type BuiltPage,
  builtSite,
  type Element,
  elementsOf,
  textOf,
} from '../../scripts/local/built-site.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { readMark } from '../contracts/analytics/marks.ts'
import { categoryBarLinks, categoryLinks, feed } from './navigation.ts'

let pages: BuiltPage[]

beforeAll(() => {
  pages = builtSite(runningStack()).pages()
})

/** The one element of a page that is this one, with what stands below it. */
function inside(path: string, isPlace: (element: Element) => boolean): readonly Element[] {
  const places = pages.find((page) => page.path === path)!.elements.filter(isPlace)
  expect(places, path).toHaveLength(1)
  return elementsOf(places[0]!)
}

const wordsOf = (element: Element) => textOf(element).trim().replaceAll(/\s+/g, ' ')

it.each([
  ['header', ['Shop', 'Reactivate', 'Restart', 'Subscribe']],
  ['menu', ['Reactivate Subscription', 'Restart Subscription', 'Subscribe', 'Subscribe']],
])(
  'each button of the %s that fits the reader’s standing is counted by what it says',
  (source, labels) => {
    // The menu stands in it.
    const isHeader = (element: Element) =>
      element.tagName === 'header' && attribute(element, 'data-screen-only') !== undefined
    const counted = inside('/about', isHeader).flatMap((element) => {
      const [event, payload] = readMark(attribute(element, 'data-click')) ?? []
      return event === 'CTA Clicked' ? [{ says: wordsOf(element), ...payload }] : []
    })
    expect(counted.filter((button) => button.source === source)).toEqual(
      labels.map((label) => ({ says: label, label, source })),
    )
  },
)

describe('the category bar', () => {
  const isBar = (element: Element) =>
    element.tagName === 'nav' && attribute(element, 'aria-label') === 'Categories'
  const current = (elements: readonly Element[]) =>
    elements.filter((element) => attribute(element, 'aria-current')).map(wordsOf)
  const namesInTheBar = categoryBarLinks.map(({ name }) => name)

  it.each([feed, ...categoryLinks])(
    'wears the colour of $name on its page, and highlights it where it is in it',
    ({ path, name, dye }) => {
      const [bar, ...links] = inside(path, isBar)
      expect(attribute(bar!, 'data-dye')).toBe(dye)
      expect(current(links)).toEqual(namesInTheBar.filter((one) => one === name))
    },
  )

  it('has no colour of its own elsewhere, and highlights nothing', () => {
    const [bar, ...links] = inside('/', isBar)
    expect(attribute(bar!, 'data-dye')).toBeUndefined()
    expect(current(links)).toEqual([])
  })
})
