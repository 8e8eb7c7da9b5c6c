import { describe, expect, it } from 'vitest'
import { createFrontPage } from '../../scripts/dev/sample/sample-documents.ts'
import {
  type Element,
  hasClass,
  listElements,
  openBuiltSite,
  readAttribute,
  readTextContent,
} from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { parseEventAttribute } from '../contracts/analytics/event-attributes.ts'
import { categoryBarLinks, categoryLinks, latestStoriesLink } from './navigation.ts'

const pages = openBuiltSite(readRunningStack()).pages()

function findElements(path: string, isMatch: (element: Element) => boolean): readonly Element[] {
  const places = pages.find((page) => page.path === path)!.elements.filter(isMatch)
  expect(places, path).toHaveLength(1)
  return listElements(places[0]!)
}

const readText = (element: Element) => readTextContent(element).trim().replaceAll(/\s+/g, ' ')

it.each([
  ['header', ['Shop', 'Reactivate', 'Restart', 'Subscribe']],
  ['menu', ['Reactivate Subscription', 'Restart Subscription', 'Subscribe', 'Subscribe']],
])('each button of the %s for a subscription status is counted by its text', (source, labels) => {
  // The header contains the menu.
  const isHeader = (element: Element) =>
    element.tagName === 'header' && readAttribute(element, 'data-screen-only') !== undefined
  const counted = findElements('/about', isHeader).flatMap((element) => {
    const [event, payload] = parseEventAttribute(readAttribute(element, 'data-click')) ?? []
    return event === 'CTA Clicked' ? [{ says: readText(element), ...payload }] : []
  })
  expect(counted.filter((button) => button.source === source)).toEqual(
    labels.map((label) => ({ says: label, label, source })),
  )
})

it('only the front page has the note that is stored with it', () => {
  const { note } = createFrontPage([])
  const withNote = pages.filter(({ elements }) =>
    elements.some((element) => hasClass(element, 'note') && readText(element) === note),
  )
  expect(withNote.map(({ path }) => path)).toEqual(['/'])
})

describe('the category bar', () => {
  const isBar = (element: Element) =>
    element.tagName === 'nav' && readAttribute(element, 'aria-label') === 'Categories'
  const findCurrent = (elements: readonly Element[]) =>
    elements.filter((element) => readAttribute(element, 'aria-current')).map(readText)
  const categoryBarNames = categoryBarLinks.map(({ name }) => name)

  it.each([latestStoriesLink, ...categoryLinks])(
    'has the colour of $name on its page, and highlights it',
    ({ path, name, accentColour }) => {
      const [bar, ...links] = findElements(path, isBar)
      expect(readAttribute(bar!, 'data-accent')).toBe(accentColour)
      expect(findCurrent(links)).toEqual(categoryBarNames.filter((one) => one === name))
    },
  )

  it('has no accent colour elsewhere, and highlights nothing', () => {
    const [bar, ...links] = findElements('/', isBar)
    expect(readAttribute(bar!, 'data-accent')).toBeUndefined()
    expect(findCurrent(links)).toEqual([])
  })
})
