/** Every script that runs before the first paint is listed here, because it delays that paint. */
import { describe, expect, it } from 'vitest'
import { bundleReaderHintScript } from '../../scripts/build/bundle-script.ts'
import { readRunningStack } from '../../scripts/build/running-stack.ts'
import {
  type BuiltPage,
  type Element,
  openBuiltSite,
  readAttribute,
  readTextContent,
} from '../../scripts/dev/stack/built-site.ts'
import { forYouPrePaintScript } from '../features/articles/for-you-pre-paint-script.ts'
import { selectedPlanScript } from '../features/offer/selected-plan-script.ts'
import { continueHintScript } from '../features/reading/continue-hint.ts'
import { authLinkScript } from '../features/sign-in/auth-link-script.ts'
import { formLinksScript, formPageScript } from './form-page-script.ts'
import { lazyImagesScript } from './lazy-images-script.ts'

const pages = openBuiltSite(readRunningStack()).pages()

const ownScripts = new Map([
  [await bundleReaderHintScript(), 'who is reading'],
  [lazyImagesScript, 'pictures that wait'],
  [forYouPrePaintScript, 'room for you'],
  [continueHintScript, 'room to go on'],
  [authLinkScript, 'a letter’s link'],
  [formPageScript, 'a form page'],
  [formLinksScript, 'the links of a form page'],
  [selectedPlanScript, 'a plan’s link'],
])

/** In the order of the page. */
function getExpectedScripts({ path }: BuiltPage): string[] {
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

const directives = ['interaction', 'load', 'only', 'reader', 'visible']

/** Astro's own scripts for islands: the element, and each directive of the page. */
function findAstroScripts({ elements }: BuiltPage): Set<string> {
  const islands = elements.filter(({ tagName }) => tagName === 'astro-island')
  const usedDirectives = islands.map((one) => readAttribute(one, 'client')!)
  expect(usedDirectives.filter((name) => !directives.includes(name))).toEqual([])
  return new Set(
    islands.length > 0 ? ['astro-island', ...usedDirectives.map((name) => `client:${name}`)] : [],
  )
}

function nameOf(script: Element): string {
  const text = readTextContent(script)
  const directive = /\(self\.Astro\|\|\(self\.Astro=\{\}\)\)\.(\w+)=/.exec(text)
  if (directive) return `client:${directive[1]}`
  if (text.includes('customElements.define("astro-island"')) return 'astro-island'
  return ownScripts.get(text) ?? text.slice(0, 200)
}

const scripts = ({ elements }: BuiltPage) =>
  elements.filter(
    (one) => one.tagName === 'script' && readAttribute(one, 'type') !== 'application/ld+json',
  )

const isDeferred = (script: Element) =>
  readAttribute(script, 'type') === 'module' || readAttribute(script, 'defer') !== undefined

describe('before the first paint', () => {
  it('only the listed scripts of a page run', () => {
    for (const page of pages) {
      const found = scripts(page)
        .filter((script) => !isDeferred(script))
        .map(nameOf)
      const astroScripts = findAstroScripts(page)
      expect([page.path, ...found.filter((name) => !astroScripts.has(name))]).toEqual([
        page.path,
        ...getExpectedScripts(page),
      ])
      // Each once, however many islands there are.
      expect(found.filter((name) => astroScripts.has(name)).sort()).toEqual(
        [...astroScripts].sort(),
      )
    }
  })

  it('no external script or style blocks, except for print', () => {
    for (const page of pages) {
      const blocking = page.elements.filter((one) =>
        one.tagName === 'script'
          ? readAttribute(one, 'src') !== undefined && !isDeferred(one)
          : readAttribute(one, 'rel') === 'stylesheet' && readAttribute(one, 'media') !== 'print',
      )
      expect([page.path, ...blocking.map((one) => one.attrs)]).toEqual([page.path])
    }
  })

  it('the first element of the head is the reader’s hint', () => {
    for (const { path, elements } of pages) {
      const head = elements.find(({ tagName }) => tagName === 'head')!
      const first = elements[elements.indexOf(head) + 1]!
      expect([path, nameOf(first)]).toEqual([path, 'who is reading'])
    }
  })
})
