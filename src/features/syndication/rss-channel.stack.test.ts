import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openBuiltSite } from '../../../scripts/dev/stack/built-site.ts'
import { readRunningStack } from '../../../scripts/shared/running-stack.ts'
import { type ArticleCopy, loadContentCopy } from '../../content/content-copy.ts'
import { getLastChangedAt, isListedIn } from '../../domain/article.ts'
import { categorySlugs } from '../../domain/category.ts'
import { site as publication } from '../../publication/identity.ts'
import { categories } from '../../publication/sections.ts'

const stack = readRunningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const site = openBuiltSite(stack)
const contentCopy = loadContentCopy(BUILD_STATE)!

type Channel = {
  readonly file: string
  readonly title: string
  readonly path: string
  readonly description: string
  readonly subjects: readonly string[]
  readonly stories: readonly ArticleCopy[]
}

const filterStories = (isIncluded: (article: ArticleCopy) => boolean, limit: number) =>
  [...contentCopy.articles.values()]
    .filter(isIncluded)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, limit)

const channels: readonly Channel[] = [
  {
    file: 'feed',
    title: publication.name,
    path: '/',
    description: publication.description,
    subjects: categorySlugs.map((slug) => categories[slug].name),
    stories: filterStories(() => true, 40),
  },
  ...categorySlugs.map((slug) => {
    const { name } = categories[slug]
    return {
      file: `category/${slug}/feed`,
      title: `${publication.name}: ${name}`,
      path: `/category/${slug}`,
      description: `${name} in ${publication.name}. ${publication.description}`,
      subjects: [name],
      stories: filterStories((article) => isListedIn(article, slug), 20),
    }
  }),
  ...[...contentCopy.authors.values()].map(({ slug, name, role, place }) => ({
    file: `author/${slug}/feed`,
    title: `${publication.name}: ${name}`,
    path: `/author/${slug}`,
    description: `${name}, ${role} of ${publication.name}, ${place}.`,
    subjects: [],
    stories: filterStories(({ authors }) => authors.includes(slug), 20),
  })),
]

/** Names and texts in order, up to the first story. */
function readChannelElements(file: string): string[][] {
  const [channel = ''] = site.text(file).split('<item>')
  const elements = channel.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)
  return [...elements].map(([, name = '', text = '']) => [
    name,
    text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  ])
}

/** A channel without stories has no dates, and no copyright. */
function channelDates(stories: readonly ArticleCopy[]) {
  const [newest] = stories
  if (!newest) return { copyright: [], days: [] }
  const changed = Math.max(...stories.map((story) => getLastChangedAt(story).getTime()))
  return {
    copyright: [['copyright', `© ${newest.publishedAt.getUTCFullYear()} ${publication.name}`]],
    days: [
      ['pubDate', newest.publishedAt.toUTCString()],
      ['lastBuildDate', new Date(changed).toUTCString()],
    ],
  }
}

describe('a feed', () => {
  it.each(channels)('at /$file names its publication, content and dates', (channel) => {
    const { file, title, path, description, subjects, stories } = channel
    const { copyright, days } = channelDates(stories)
    expect(readChannelElements(file)).toEqual([
      ['title', title],
      ['link', SITE_URL + path],
      ['description', description],
      ['language', 'en'],
      ...copyright,
      ['managingEditor', `${publication.editorsEmail} (${publication.name})`],
      ...days,
      ...subjects.map((subject) => ['category', subject]),
      ['docs', 'https://www.rssboard.org/rss-specification'],
      ['ttl', '60'],
      ['url', `${SITE_URL}/icons/144.png`],
      ['title', title],
      ['link', SITE_URL + path],
      ['width', '144'],
      ['height', '144'],
    ])
  })

  it('has stories, except for rare sections', () => {
    expect(channels.filter(({ stories }) => stories.length > 0).length).toBeGreaterThan(15)
  })

  it('has an image of the size that it states', async () => {
    const { width, height } = await sharp(site.read('icons/144.png')).metadata()
    expect([width, height]).toEqual([144, 144])
  })
})
