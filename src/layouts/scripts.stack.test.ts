/**
 * Which scripts each page runs as it is parsed. Every one of them stands between a reader and the first
 * paint, so all are named here; the rest waits until the page is there.
 */
import { describe, expect, it } from 'vitest'
import {
  attribute,
  type BuiltPage,
  builtSite,
  type Element,
  textOf,
} from '../../scripts/local/built-site.ts'
import { runningStack } from '../../scripts/local/running-stack.ts'
import { letterMark } from '../features/account/letter-mark.ts'
import { forYouPlaceScript } from '../features/articles/for-you-place.ts'
import { continueHintScript } from '../features/reading/continue-hint.ts'
import { planMark } from '../features/subscription/plan-mark.ts'
import { formLinksScript, formPageScript } from './form-page-script.ts'
import { nearPicturesScript } from './near-pictures-script.ts'
import { readerHintScript } from './reader-hint-script.ts'

const pages = builtSite(runningStack()).pages()

const own = new Map([
  [readerHintScript, 'who is reading'],
  [nearPicturesScript, 'pictures that wait'],
  [forYouPlaceScript, 'room for you'],
  [continueHintScript, 'room to go on'],
  [letterMark, 'a letter’s link'],
  [formPageScript, 'a form page'],
  [formLinksScript, 'the links of a form page'],
  [planMark, 'a plan’s link'],
])

/** In the page's order. */
function expectedOf({ path }: BuiltPage): string[] {
  const everywhere = ['who is reading', 'pictures that wait']
  if (path === '/') return [...everywhere, 'room for you', 'room to go on']
  if (/^\/(?:login|magic|forgot)(?:\/|$)/.test(path)) {
    const letter = path.startsWith('/login') ? [] : ['a letter’s link']
    return [...everywhere, 'a form page', ...letter, 'the links of a form page']
  }
  return /^\/subscribe(?:-today|-original)?$/.test(path)
    ? [...everywhere, 'a plan’s link']
    : everywhere
}

/** By which islands here come to life. */
const directives = ['asked', 'load', 'only', 'reader', 'visible']

/** Astro's own for islands: what an island is, and the directive of each that the page has. */
function astrosIn({ elements }: BuiltPage): Set<string> {
  const islands = elements.filter(({ tagName }) => tagName === 'astro-island')
  const wanted = islands.map((one) => attribute(one, 'client')!)
  expect(wanted.filter((name) => !directives.includes(name))).toEqual([])
  return new Set(
    islands.length > 0 ? ['astro-island', ...wanted.map((name) => `client:${name}`)] : [],
  )
}

function nameOf(script: Element): string {
  const text = textOf(script)
  const directive = /\(self\.Astro\|\|\(self\.Astro=\{\}\)\)\.(\w+)=/.exec(text)
  if (directive) return `client:${directive[1]}`
  if (text.includes('customElements.define("astro-island"')) return 'astro-island'
  return own.get(text) ?? text.slice(0, 200)
}

const scripts = ({ elements }: BuiltPage) =>
  elements.filter(
    (one) => one.tagName === 'script' && attribute(one, 'type') !== 'application/ld+json',
  )

/** Modules and what is marked so wait until the page is parsed. */
const waits = (script: Element) =>
  attribute(script, 'type') === 'module' || attribute(script, 'defer') !== undefined

describe('before the first paint', () => {
  it('only the scripts run that a page of this kind has', () => {
    for (const page of pages) {
      const found = scripts(page)
        .filter((script) => !waits(script))
        .map(nameOf)
      const astros = astrosIn(page)
      expect([page.path, ...found.filter((name) => !astros.has(name))]).toEqual([
        page.path,
        ...expectedOf(page),
      ])
      // Each of them once, however many islands there are.
      expect(found.filter((name) => astros.has(name)).sort()).toEqual([...astros].sort())
    }
  })

  it('nothing is waited for from elsewhere: no script, and no style but that of paper', () => {
    for (const page of pages) {
      const blocking = page.elements.filter((one) =>
        one.tagName === 'script'
          ? attribute(one, 'src') !== undefined && !waits(one)
          : attribute(one, 'rel') === 'stylesheet' && attribute(one, 'media') !== 'print',
      )
      expect([page.path, ...blocking.map((one) => one.attrs)]).toEqual([page.path])
    }
  })

  it('the first thing in a page is who is reading', () => {
    for (const { path, elements } of pages) {
      const head = elements.find(({ tagName }) => tagName === 'head')!
      const first = elements[elements.indexOf(head) + 1]!
      expect([path, nameOf(first)]).toEqual([path, 'who is reading'])
    }
  })
})
