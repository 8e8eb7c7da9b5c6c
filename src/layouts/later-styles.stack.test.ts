/** Tests that nothing is painted before its styles: components in styles/later-styles.ts follow the link to them. */
import { describe, expect, it } from 'vitest'
import {
  type BuiltPage,
  type Element,
  listElements,
  openBuiltSite,
  readAttribute,
  readTextContent,
} from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'

const site = openBuiltSite(readRunningStack())
const file = site.files.find((name) => /^_astro\/later\.[\w-]+\.css$/.test(name))!
const pages = site.pages().filter(({ path }) => !path.startsWith('/desk'))

const listClasses = (css: string) =>
  new Set([...css.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name]) => name!))

const laterClasses = listClasses(site.text(file))

const isLink = (element: Element) => readAttribute(element, 'href') === `/${file}`

function listAncestors({ parentNode }: Element): Element[] {
  return parentNode && 'tagName' in parentNode ? [parentNode, ...listAncestors(parentNode)] : []
}

const readClasses = (element: Element) => readAttribute(element, 'class')?.split(' ') ?? []

/** Lists the classes of elements before the link, except closed menus. */
function listPaintedClasses({ elements }: BuiltPage): string[] {
  const link = elements.find(isLink)!
  const dialogs = elements.filter(({ tagName }) => tagName === 'dialog')
  const hidden = new Set(dialogs.flatMap(listElements))
  // The component that contains the link arranges the content after it.
  const arranging = new Set(listAncestors(link).flatMap(readClasses))
  return elements
    .slice(0, elements.indexOf(link))
    .filter((element) => !hidden.has(element))
    .flatMap(readClasses)
    .filter((name) => !arranging.has(name))
}

const styleOf = ({ elements }: BuiltPage) =>
  elements
    .filter(({ tagName }) => tagName === 'style')
    .map(readTextContent)
    .join('\n')

describe('styles that the first screen doesn’t need', () => {
  it('are linked once by each page, in the body', () => {
    for (const page of pages) {
      const links = page.elements.filter(isLink)
      expect([page.path, links.length, links[0]?.parentNode?.nodeName === 'head']).toEqual([
        page.path,
        1,
        false,
      ])
    }
  })

  it('precede what they style', () => {
    const unstyled = pages.flatMap((page) => {
      const own = listClasses(styleOf(page))
      const names = listPaintedClasses(page).filter(
        (name) => laterClasses.has(name) && !own.has(name),
      )
      return names.length > 0 ? [[page.path, ...new Set(names)]] : []
    })
    expect(unstyled).toEqual([])
  })

  it('aren’t inlined in pages', () => {
    for (const page of pages) expect(styleOf(page)).not.toContain('.foot{')
  })
})
