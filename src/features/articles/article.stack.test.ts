/** What stands around an article's text, as the stack's build has written it. */
import { describe, expect, it } from 'vitest'
import {
  attribute,
  builtSite,
  type Element,
  elementsOf,
  hasClass,
  textOf,
} from '../../../scripts/local/built-site.ts'
import { runningStack } from '../../../scripts/local/running-stack.ts'
import { loadMirror, type MirroredArticle } from '../../content/mirror.ts'
import { standsIn } from '../../domain/article.ts'
import { categories } from '../../domain/category.ts'
import { dayInWords } from '../../domain/day.ts'
import { tags } from '../../domain/tag.ts'
import { shortBiography } from './biography.ts'

const stack = runningStack()
const site = builtSite(stack)
const mirror = loadMirror(stack.buildEnvironment.BUILD_STATE)!
const articles = [...mirror.articles.values()]

/** Each for what the others have not. */
const samples: Readonly<Record<string, (article: MirroredArticle) => boolean>> = {
  'was corrected': ({ corrections }) => corrections.length > 0,
  'has nothing to correct': ({ corrections }) => corrections.length === 0,
  'has several authors': ({ authors }) => authors.length > 1,
  'is open to everybody': ({ access }) => access === 'public',
}

const below = (parent: Element, matches: (element: Element) => boolean) =>
  elementsOf(parent).slice(1).filter(matches)
const classed = (parent: Element, name: string) => below(parent, (one) => hasClass(one, name))
const tagged = (parent: Element, ...names: string[]) =>
  below(parent, ({ tagName }) => names.includes(tagName))

const wordsOf = (element: Element | undefined) =>
  element && textOf(element).replace(/\s+/g, ' ').trim()
const linkOf = (element: Element) => [wordsOf(element), attribute(element, 'href')]
const dayOf = (element: Element | undefined) =>
  element && [attribute(element, 'datetime'), wordsOf(element)]
/** Which picture it is, and what it is said to be. */
const pictureOf = (element: Element | undefined) =>
  element && [
    /^\/images\/([^/]+)\//.exec(attribute(element, 'src')!)![1],
    attribute(element, 'alt'),
  ]

/** What the page shows. What is once is looked at as a list, so that a second one is seen. */
function shownOf({ slug }: MirroredArticle) {
  const { elements } = site.page(`/${slug}`)
  const [article, ...others] = elements.filter((one) => hasClass(one, 'article'))
  expect(others).toEqual([])
  const [head] = classed(article!, 'head')
  const [end] = classed(article!, 'end')
  const corrections = classed(article!, 'corrections')
  const more = elements.filter((one) => hasClass(one, 'next'))
  return {
    kicker: classed(head!, 'kicker').flatMap((one) => tagged(one, 'a').map(linkOf)),
    headline: tagged(head!, 'h1').map(wordsOf),
    dek: classed(head!, 'dek').map(wordsOf),
    byline: classed(head!, 'byline').map(wordsOf),
    names: classed(head!, 'byline').flatMap((one) => tagged(one, 'a').map(linkOf)),
    portraits: classed(head!, 'portraits').flatMap((one) => tagged(one, 'img').map(pictureOf)),
    day: classed(head!, 'when').flatMap((one) => tagged(one, 'time').map(dayOf)),
    length: classed(head!, 'minutes').map(wordsOf),
    corrected: classed(head!, 'corrected').map((one) => [
      ...linkOf(one),
      ...tagged(one, 'time').map((time) => attribute(time, 'datetime')),
    ]),
    picture: tagged(head!, 'figure').flatMap((one) => tagged(one, 'img').map(pictureOf)),
    credit: tagged(head!, 'figcaption').map(wordsOf),
    corrections: corrections.map((section) => [
      ...tagged(section, 'h2').map((title) => [attribute(title, 'id'), wordsOf(title)]),
      ...tagged(section, 'p').map((one) => [tagged(one, 'time').map(dayOf), wordsOf(one)]),
    ]),
    tags: classed(end!, 'tags').flatMap((one) => tagged(one, 'a').map(linkOf)),
    writers: classed(end!, 'author').map((card) => ({
      portrait: pictureOf(tagged(card, 'img')[0]),
      name: tagged(card, 'a').map(linkOf),
      standing: wordsOf(classed(card, 'standing')[0]),
      life: wordsOf(classed(card, 'life')[0]),
    })),
    more: more.map((one) => [
      ...tagged(one, 'h2').flatMap((title) => tagged(title, 'a').map(linkOf)),
      ...classed(one, 'headline').flatMap((title) => tagged(title, 'a').map(linkOf)),
    ]),
  }
}

function expectedOf(article: MirroredArticle): ReturnType<typeof shownOf> {
  const { category, corrections, image, publishedAt, words } = article
  const { name } = categories[category]
  const authors = article.authors.map((slug) => mirror.authors.get(slug)!)
  const names = authors.map((author) => author.name)
  const minutes = Math.max(1, Math.round(words / 230))
  const day = (at: Date) => [at.toISOString(), dayInWords(at)]
  const last = corrections.at(-1)?.at
  return {
    kicker: [[name, `/category/${category}`]],
    headline: [article.title],
    dek: [article.dek],
    byline: [`By ${names.join(' and ')}`],
    names: authors.map((author) => [author.name, `/author/${author.slug}`]),
    portraits: authors.map(({ portrait }) => [portrait!.id, '']),
    day: [day(publishedAt)],
    length: [minutes === 1 ? '1 minute' : `${minutes} minutes`],
    corrected: last ? [[`Corrected ${dayInWords(last)}`, '#corrections', last.toISOString()]] : [],
    picture: [[image.id, image.alt]],
    credit: [image.credit],
    corrections: last
      ? [
          [
            ['corrections', corrections.length === 1 ? 'Correction' : 'Corrections'],
            ...corrections.map(({ at, text }) => [[day(at)], `${dayInWords(at)} ${text}`]),
          ],
        ]
      : [],
    tags: article.tags.map((tag) => [tags[tag], `/tag/${tag}`]),
    writers: authors.map((author) => ({
      portrait: [author.portrait!.id, ''],
      name: [[author.name, `/author/${author.slug}`]],
      standing: `${author.role}, ${author.place}`,
      life: shortBiography(author.html),
    })),
    more: [
      [
        [`More in ${name} →`, `/category/${category}`],
        ...nextTo(article).map(({ title, slug }) => [title, `/${slug}`]),
      ],
    ],
  }
}

/** The three after it in its category, and where there are fewer, the nearest before it. */
function nextTo(article: MirroredArticle): MirroredArticle[] {
  const others = articles
    .filter((one) => standsIn(one, article.category) && one !== article)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  const isOlder = ({ publishedAt }: MirroredArticle) => publishedAt < article.publishedAt
  const newer = others.filter((one) => !isOlder(one)).reverse()
  return [...others.filter(isOlder), ...newer].slice(0, 3)
}

describe('what stands around an article', () => {
  it.each(Object.entries(samples))('that %s is what is known of it', (_, has) => {
    const article = articles.find(has)!
    expect(shownOf(article)).toEqual(expectedOf(article))
  })
})
