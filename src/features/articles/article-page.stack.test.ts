import { describe, expect, it } from 'vitest'
import {
  type Element,
  hasClass,
  listElements,
  openBuiltSite,
  readAttribute,
  readTextContent,
} from '../../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { type ArticleCopy, loadContentCopy } from '../../content/content-copy.ts'
import { extractExcerpt } from '../../content/excerpt.ts'
import { isListedIn } from '../../domain/article.ts'
import { findCategory } from '../../domain/category.ts'
import { formatDay } from '../../domain/day.ts'
import { site as publication } from '../../publication/identity.ts'

const stack = readRunningStack()
const site = openBuiltSite(stack)
const contentCopy = loadContentCopy(stack.buildEnvironment.BUILD_STATE)!
const articles = [...contentCopy.articles.values()]

const samples: Readonly<Record<string, (article: ArticleCopy) => boolean>> = {
  'was corrected': ({ corrections }) => corrections.length > 0,
  'has nothing to correct': ({ corrections }) => corrections.length === 0,
  'has several authors': ({ authors }) => authors.length > 1,
  'is open to everybody': ({ access }) => access === 'public',
}

const findDescendants = (parent: Element, matches: (element: Element) => boolean) =>
  listElements(parent).slice(1).filter(matches)
const findByClass = (parent: Element, name: string) =>
  findDescendants(parent, (one) => hasClass(one, name))
const findByTag = (parent: Element, ...names: string[]) =>
  findDescendants(parent, ({ tagName }) => names.includes(tagName))

const readText = (element: Element | undefined) =>
  element && readTextContent(element).replace(/\s+/g, ' ').trim()
const readLink = (element: Element) => [readText(element), readAttribute(element, 'href')]
const readDate = (element: Element | undefined) =>
  element && [readAttribute(element, 'datetime'), readText(element)]
const readImage = (element: Element | undefined) =>
  element && [
    /^\/images\/([^/]+)\//.exec(readAttribute(element, 'src')!)![1],
    readAttribute(element, 'alt'),
  ]

/** Returns lists, so that a second element would be noticed. */
function readShownArticle({ slug }: ArticleCopy) {
  const { elements } = site.page(`/${slug}`)
  const [article, ...others] = elements.filter((one) => hasClass(one, 'article'))
  expect(others).toEqual([])
  const [head] = findByClass(article!, 'head')
  const [end] = findByClass(article!, 'end')
  const corrections = findByClass(article!, 'corrections')
  const readNextSection = elements.filter((one) => hasClass(one, 'next'))
  return {
    kicker: findByClass(head!, 'kicker').flatMap((one) => findByTag(one, 'a').map(readLink)),
    headline: findByTag(head!, 'h1').map(readText),
    dek: findByClass(head!, 'dek').map(readText),
    byline: findByClass(head!, 'byline').map(readText),
    names: findByClass(head!, 'byline').flatMap((one) => findByTag(one, 'a').map(readLink)),
    portraits: findByClass(head!, 'portraits').flatMap((one) =>
      findByTag(one, 'img').map(readImage),
    ),
    day: findByClass(head!, 'when').flatMap((one) => findByTag(one, 'time').map(readDate)),
    length: findByClass(head!, 'minutes').map(readText),
    corrected: findByClass(head!, 'corrected').map((one) => [
      ...readLink(one),
      ...findByTag(one, 'time').map((time) => readAttribute(time, 'datetime')),
    ]),
    picture: findByTag(head!, 'figure').flatMap((one) => findByTag(one, 'img').map(readImage)),
    credit: findByTag(head!, 'figcaption').map(readText),
    corrections: corrections.map((section) => [
      ...findByTag(section, 'h2').map((title) => [readAttribute(title, 'id'), readText(title)]),
      ...findByTag(section, 'p').map((one) => [
        findByTag(one, 'time').map(readDate),
        readText(one),
      ]),
    ]),
    tags: findByClass(end!, 'tags').flatMap((one) => findByTag(one, 'a').map(readLink)),
    writers: findByClass(end!, 'author').map((card) => ({
      portrait: readImage(findByTag(card, 'img')[0]),
      name: findByTag(card, 'a').map(readLink),
      roleAndPlace: readText(findByClass(card, 'role')[0]),
      biography: readText(findByClass(card, 'biography')[0]),
    })),
    readNextSection: readNextSection.map((one) => [
      ...findByTag(one, 'h2').flatMap((title) => findByTag(title, 'a').map(readLink)),
      ...findByClass(one, 'headline').flatMap((title) => findByTag(title, 'a').map(readLink)),
    ]),
  }
}

function expectedArticle(article: ArticleCopy): ReturnType<typeof readShownArticle> {
  const { category, corrections, image, publishedAt, words } = article
  const { name } = findCategory(category)!
  const authors = article.authors.map((slug) => contentCopy.authors.get(slug)!)
  const names = authors.map((author) => author.name)
  const minutes = Math.max(1, Math.round(words / 230))
  const day = (at: Date) => [at.toISOString(), formatDay(at)]
  const last = corrections.at(-1)?.at
  return {
    kicker: [[name, `/category/${category}`]],
    headline: [article.title],
    dek: [article.dek],
    byline: [`By ${names.join(' and ')}`],
    names: authors.map((author) => [author.name, `/author/${author.slug}`]),
    portraits: authors.map(({ portrait }) => [portrait!.id, '']),
    day: [day(publishedAt)],
    length: [`${minutes} min read`],
    corrected: last ? [[`Corrected ${formatDay(last)}`, '#corrections', last.toISOString()]] : [],
    picture: [[image.id, image.alt]],
    credit: [image.credit],
    corrections: last
      ? [
          [
            ['corrections', corrections.length === 1 ? 'Correction' : 'Corrections'],
            ...corrections.map(({ at, text }) => [[day(at)], `${formatDay(at)} ${text}`]),
          ],
        ]
      : [],
    tags: article.tags.map((tag) => [contentCopy.tags.get(tag)!.name, `/tag/${tag}`]),
    writers: authors.map((author) => ({
      portrait: [author.portrait!.id, ''],
      name: [[author.name, `/author/${author.slug}`]],
      roleAndPlace: `${author.role}, ${author.place}`,
      biography: extractExcerpt(author.html),
    })),
    readNextSection: [
      [
        [`More in ${name} →`, `/category/${category}`],
        ...findReadNext(article).map(({ title, slug }) => [title, `/${slug}`]),
      ],
    ],
  }
}

/** Finds the next three stories of an article's category, or else the nearest newer ones. */
function findReadNext(article: ArticleCopy): ArticleCopy[] {
  const others = articles
    .filter((one) => isListedIn(one, article.category) && one !== article)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  const isOlder = ({ publishedAt }: ArticleCopy) => publishedAt < article.publishedAt
  const newer = others.filter((one) => !isOlder(one)).reverse()
  return [...others.filter(isOlder), ...newer].slice(0, 3)
}

describe('an article’s page', () => {
  it.each(Object.entries(samples))('shows all its data: %s', (_, isSample) => {
    const article = articles.find(isSample)!
    expect(readShownArticle(article)).toEqual(expectedArticle(article))
  })
})

describe('the page of a right-to-left story', () => {
  const story = articles.find(({ language }) => language === 'ur')!
  const { elements } = site.page(`/${story.slug}`)
  const readLanguage = (element: Element | undefined) =>
    element && [readAttribute(element, 'lang'), readAttribute(element, 'dir')]
  const article = elements.find((one) => hasClass(one, 'article'))!

  it('has its own language on the article, and the publication’s language around it', () => {
    expect(readLanguage(article)).toEqual(['ur', 'rtl'])
    expect(readLanguage(elements.find(({ tagName }) => tagName === 'html'))).toEqual([
      publication.language,
      undefined,
    ])
    expect(elements.filter((one) => readAttribute(one, 'hreflang') !== undefined)).toEqual([])
  })

  it('doesn’t repeat the language on blocks, but marks English words', () => {
    const [title] = findByTag(article, 'h1')
    expect(readLanguage(title)).toEqual([undefined, undefined])
    expect(findByTag(title!, 'span').map((one) => [...readLanguage(one)!, readText(one)])).toEqual([
      ['en', 'ltr', 'Tea House'],
    ])
    const paragraphs = findByClass(article, 'prose').flatMap((one) => findByTag(one, 'p'))
    expect(paragraphs.length).toBeGreaterThan(0)
    for (const paragraph of paragraphs)
      expect(readLanguage(paragraph)).toEqual([undefined, undefined])
  })

  it('shows our own words from left to right', () => {
    const own = [
      ...['minutes', 'byline', 'address'].flatMap((name) => findByClass(article, name)),
      ...findByTag(article, 'time'),
      ...findDescendants(article, (one) => readAttribute(one, 'data-unless-open') !== undefined),
    ]
    expect(own).toHaveLength(5)
    for (const element of own) expect(readLanguage(element)).toEqual(['en', 'ltr'])
  })
})
