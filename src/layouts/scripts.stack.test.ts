/** Every script that runs before the first paint is listed here, because it delays that paint. */
import { describe, expect, it } from 'vitest'
import { bundleEarlyBodyScript, bundlePrePaintScript } from '../../scripts/build/bundle-script.ts'
import {
  type BuiltPage,
  type Element,
  listElements,
  openBuiltSite,
  readAttribute,
  readTextContent,
} from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { forYouPrePaintScript } from '../features/articles/for-you-pre-paint-script.ts'
import { selectedPlanScript } from '../features/offer/selected-plan-script.ts'
import { continueHintScript } from '../features/reading-history/continue-hint.ts'
import { referredByScript } from '../features/referral/referred-by-script.ts'
import { authLinkScript } from '../features/sign-in/auth-link-script.ts'
import { waitScript } from '../ui/later-styles-link.ts'
import { formLinksScript, formPageScript } from './form-page-script.ts'

const pages = openBuiltSite(readRunningStack()).pages()

const ownScripts = new Map([
  [await bundlePrePaintScript(), 'before the first paint'],
  [await bundleEarlyBodyScript(), 'a closed part'],
  [waitScript, 'waiting for styles'],
  [forYouPrePaintScript, 'room for you'],
  [continueHintScript, 'room to go on'],
  [referredByScript, 'a friend’s name'],
  [authLinkScript, 'an email’s link'],
  [formPageScript, 'a form page'],
  [formLinksScript, 'the links of a form page'],
  [selectedPlanScript, 'a plan’s link'],
])

/** Returns the scripts that the page should have, in its order. */
function getExpectedScripts({ path, elements }: BuiltPage): string[] {
  const first = 'before the first paint'
  const last = 'waiting for styles'
  const has = (attribute: string) =>
    elements.some((one) => readAttribute(one, attribute) !== undefined)
  const friend = has('data-referred-by') ? ['a friend’s name'] : []
  if (has('data-body-slot')) return [first, ...friend, last, 'a closed part']
  if (path === '/') return [first, ...friend, last, 'room for you', 'room to go on']
  if (/^\/(?:login|magic|forgot)(?:\/|$)/.test(path)) {
    const emailLink = path.startsWith('/login') ? [] : ['an email’s link']
    return [first, 'a form page', ...emailLink, 'the links of a form page', last]
  }
  return /^\/subscribe(?:-today|-original)?$/.test(path)
    ? [first, 'a plan’s link', last]
    : [first, ...friend, last]
}

function nameOf(script: Element): string {
  const text = readTextContent(script)
  return ownScripts.get(text) ?? text.slice(0, 200)
}

const scripts = ({ elements }: BuiltPage) =>
  elements.filter(
    (one) => one.tagName === 'script' && readAttribute(one, 'type') !== 'application/ld+json',
  )

/** later-styles.stack.test.ts tests the other styles. */
const isAfterFirstScreen = (style: Element) =>
  style.parentNode?.nodeName !== 'head' &&
  readAttribute(style, 'href')?.startsWith('/_astro/later.') === true

const isDeferred = (script: Element) =>
  readAttribute(script, 'type') === 'module' || readAttribute(script, 'defer') !== undefined

type Property = readonly [type: number, value: unknown]

const listTypes = ([type, value]: Property): number[] => [
  type,
  ...(type === 1 ? (value as Property[]) : Object.values(value === null ? {} : Object(value)))
    .filter(Array.isArray)
    .flatMap((property) => listTypes(property as unknown as Property)),
]

it('islands match what browser/island-element.ts expects', () => {
  const islands = pages.flatMap(({ elements }) =>
    elements.filter(({ tagName }) => tagName === 'astro-island'),
  )
  for (const island of islands) {
    expect(['interaction', 'load', 'only', 'reader', 'visible']).toContain(
      readAttribute(island, 'client'),
    )
    const properties = Object.values(JSON.parse(readAttribute(island, 'props')!)) as Property[]
    expect(properties.flatMap(listTypes).filter((type) => type !== 0 && type !== 1)).toEqual([])
    expect(readAttribute(island, 'component-export')).toBe('default')
    expect(readAttribute(island, 'before-hydration-url')).toBeUndefined()
    expect(listElements(island).filter(({ tagName }) => tagName === 'astro-island')).toEqual([
      island,
    ])
  }
})

describe('before the first paint', () => {
  it('only the listed scripts of a page run', () => {
    for (const page of pages) {
      const found = scripts(page)
        .filter((script) => !isDeferred(script))
        .map(nameOf)
      expect([page.path, ...found]).toEqual([page.path, ...getExpectedScripts(page)])
    }
  })

  it('no external script or style delays the paint: the only ones are for print and below the first screen', () => {
    for (const page of pages) {
      const blocking = page.elements.filter((one) =>
        one.tagName === 'script'
          ? readAttribute(one, 'src') !== undefined && !isDeferred(one)
          : readAttribute(one, 'rel') === 'stylesheet' &&
            readAttribute(one, 'media') !== 'print' &&
            !isAfterFirstScreen(one),
      )
      expect([page.path, ...blocking.map((one) => one.attrs)]).toEqual([page.path])
    }
  })

  it('the first element of the head is the reader’s hint', () => {
    for (const { path, elements } of pages) {
      const head = elements.find(({ tagName }) => tagName === 'head')!
      const first = elements[elements.indexOf(head) + 1]!
      expect([path, nameOf(first)]).toEqual([path, 'before the first paint'])
    }
  })
})
