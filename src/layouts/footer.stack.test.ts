import { describe, expect, it } from 'vitest'
import { readManuscripts } from '../../scripts/desk/manuscripts/manuscript-file.ts'
import {
  type Element,
  hasClass,
  listElements,
  openBuiltSite,
  readAttribute,
  readTextContent,
  toPath,
} from '../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../scripts/shared/running-stack.ts'
import { buildTimestampFile, parseBuildTimestamp } from '../contracts/site-files/build-timestamp.ts'
import {
  site as anyPublication,
  companyPages,
  legalPages,
  socialLinks,
} from '../publication/identity.ts'
import type { Identity, PageLink } from '../publication/publication-data.ts'
import { categories } from '../publication/sections.ts'

/** The local stack's publication has everything that a publication may have. */
const publication = anyPublication as Required<Identity>
const site = openBuiltSite(readRunningStack())

const listLinks = (pages: readonly PageLink[]) =>
  pages.map(({ name, path }) => [name, path] as const)

const groups: Readonly<Record<string, readonly (readonly [name: string, href: string])[]>> = {
  Categories: Object.entries(categories).map(([slug, { name }]) => [name, `/category/${slug}`]),
  Tags: readManuscripts('scripts/dev/sample/tags')
    .toSorted((one, other) => Number(one.fields.order) - Number(other.fields.order))
    .map(({ slug, fields }) => [String(fields.name), `/tag/${slug}`]),
  Company: [
    ...listLinks(companyPages),
    ['Events', '/events'],
    ['Careers', publication.careers],
    ['Shop', publication.shop],
  ],
  Support: [['Help centre', publication.helpCentre], ...listLinks(legalPages)],
}

const below = (parent: Element, matches: (element: Element) => boolean) =>
  listElements(parent).slice(1).filter(matches)
const tagged = (parent: Element, name: string) => below(parent, ({ tagName }) => tagName === name)
const readText = (element: Element) => readTextContent(element).replace(/\s+/g, ' ').trim()
const links = (parent: Element) =>
  tagged(parent, 'a').map((link) => [readText(link), readAttribute(link, 'href')])

function readFooterParts(path: string) {
  const footerElement = site.page(path).elements.find((one) => hasClass(one, 'foot'))!
  return (name: string) => below(footerElement, (one) => hasClass(one, name))
}

describe('the footer', () => {
  it('has four groups of links', () => {
    const found = readFooterParts('/')('group').map((group) => [
      tagged(group, 'h2').map(readText).join(),
      links(group),
    ])
    expect(found).toEqual(Object.entries(groups))
  })

  it('links to our profiles and to both stores', () => {
    const parts = readFooterParts('/')
    expect(parts('social').flatMap(links)).toEqual(
      socialLinks.map(({ name, url }) => [`${publication.name} on ${name}`, url]),
    )
    const { ios, android } = publication.stores as Required<Identity['stores'] & {}>
    expect(parts('badges').flatMap(links)).toEqual([
      ['For iPhone and iPad: App Store', ios.url],
      ['For Android: Google Play', android.url],
    ])
  })

  it('ends with the year and the name', () => {
    const year = parseBuildTimestamp(site.text(buildTimestampFile)).getUTCFullYear()
    expect(readFooterParts('/')('copyright').map(readText)).toEqual([
      `© ${year} ${publication.name}`,
    ])
  })

  it('is the same on all but a few pages', () => {
    const withoutFooter =
      /^\/(?:subscribe(?:\/finish)?|magic|forgot|(?:gift|login|welcome)(?:\/.*)?|events\/summit-\d+)$/
    const groupsIn = (html: string) => /<nav class="groups.*?<\/nav>/s.exec(html)?.[0] ?? null
    const ordinaryPage = groupsIn(site.text('index.html'))
    for (const file of site.files.filter((name) => name.endsWith('.html'))) {
      const path = toPath(file)
      const html = site.text(file)
      expect([path, html.includes('<footer class="foot'), groupsIn(html)]).toEqual(
        withoutFooter.test(path) ? [path, false, null] : [path, true, ordinaryPage],
      )
    }
  })
})
