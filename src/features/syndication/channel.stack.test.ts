/** What each feed says of itself, as the stack's build has written it, held to the stories in it. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { builtSite } from '../../../scripts/local/built-site.ts'
import { runningStack } from '../../../scripts/local/running-stack.ts'
import { loadMirror, type MirroredArticle } from '../../content/mirror.ts'
import { lastChanged, standsIn } from '../../domain/article.ts'
import { categories, categorySlugs } from '../../domain/category.ts'
import { site as publication } from '../../site.ts'

const stack = runningStack()
const { SITE_URL, BUILD_STATE } = stack.buildEnvironment
const site = builtSite(stack)
const mirror = loadMirror(BUILD_STATE)!

type Channel = {
  readonly file: string
  readonly title: string
  readonly path: string
  readonly description: string
  readonly subjects: readonly string[]
  readonly stories: readonly MirroredArticle[]
}

const storiesThat = (belong: (article: MirroredArticle) => boolean, atMost: number) =>
  [...mirror.articles.values()]
    .filter(belong)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, atMost)

const channels: readonly Channel[] = [
  {
    file: 'feed',
    title: publication.name,
    path: '/',
    description: publication.description,
    subjects: categorySlugs.map((slug) => categories[slug].name),
    stories: storiesThat(() => true, 40),
  },
  ...categorySlugs.map((slug) => {
    const { name } = categories[slug]
    return {
      file: `category/${slug}/feed`,
      title: `${publication.name}: ${name}`,
      path: `/category/${slug}`,
      description: `${name} in ${publication.name}. ${publication.description}`,
      subjects: [name],
      stories: storiesThat((article) => standsIn(article, slug), 20),
    }
  }),
  ...[...mirror.authors.values()].map(({ slug, name, role, place }) => ({
    file: `author/${slug}/feed`,
    title: `${publication.name}: ${name}`,
    path: `/author/${slug}`,
    description: `${name}, ${role} of ${publication.name}, ${place}.`,
    subjects: [],
    stories: storiesThat(({ authors }) => authors.includes(slug), 20),
  })),
]

/** Each element's name with its text, in their order, up to the first story. */
function saidIn(file: string): string[][] {
  const [channel = ''] = site.text(file).split('<item>')
  const elements = channel.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)
  return [...elements].map(([, name = '', text = '']) => [
    name,
    text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  ])
}

/** A channel without stories has no day, and nothing to have a right to. */
function daysOf(stories: readonly MirroredArticle[]) {
  const [newest] = stories
  if (!newest) return { copyright: [], days: [] }
  const changed = Math.max(...stories.map((story) => lastChanged(story).getTime()))
  return {
    copyright: [['copyright', `© ${newest.publishedAt.getUTCFullYear()} ${publication.name}`]],
    days: [
      ['pubDate', newest.publishedAt.toUTCString()],
      ['lastBuildDate', new Date(changed).toUTCString()],
    ],
  }
}

describe('a feed', () => {
  it.each(channels)('at /$file says whose it is, what of and of when', (channel) => {
    const { file, title, path, description, subjects, stories } = channel
    const { copyright, days } = daysOf(stories)
    expect(saidIn(file)).toEqual([
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

  it('has stories, nearly everywhere', () => {
    expect(channels.filter(({ stories }) => stories.length > 0).length).toBeGreaterThan(15)
  })

  it('has a picture of the size that it says', async () => {
    const { width, height } = await sharp(site.read('icons/144.png')).metadata()
    expect([width, height]).toEqual([144, 144])
  })
})
