/**
 * Articles with their optional parts missing, and with the longest that the schemas allow, for the contact sheet and
 * the journeys. They aren't in the sample, because newcomers see the sample.
 */
import type { Firestore } from '../../../functions/platform/adapters/firestore.ts'
import type { Article } from '../../domain/article.ts'
import type { Author } from '../../domain/publication.ts'
import type { PageView } from './open-view.ts'
import { sampleArticles } from './page-actions.ts'
import { waitForResults } from './page-views.ts'

type StoredAuthor = Omit<Author, 'updatedAt'>
type ArticleState = Partial<Omit<Article, 'image'>> & {
  readonly image?: Partial<Article['image']>
  readonly composeBody?: (image: Article['image']) => string
}

const composeWord = (length: number) => 'Kodungallurvellore'.repeat(30).slice(0, length)

/** Returns words with exactly this length. */
const composeText = (length: number) =>
  'Every ferry on the backwaters has a ledger and nobody has read all of them '
    .repeat(12)
    .slice(0, length)
    .replace(/ $/, 's')

const longestName =
  'Venkata Satyanarayana Lakshminarasimha Raghavendra Subrahmanya Murthy Chandrasekhara Bhattathirippad of Thiruvananthapur'

const authors: Readonly<Record<string, StoredAuthor>> = {
  'state-without-portrait': { name: 'Devanshi Rao', body: '' },
  'state-longest-name': {
    name: longestName,
    role: composeText(120),
    place: composeText(120),
    body: composeText(400),
  },
  'state-longest-word': {
    name: composeWord(120),
    role: composeWord(120),
    place: composeWord(120),
    body: composeWord(400),
  },
}

const sampleAuthors = [
  'anahita-daruwalla',
  'farrukh-qazi',
  'jaspreet-sekhon',
  'kartik-venkataraghavan',
  'nayanika-bhowmick',
  'ruwani-abeysekara',
  'sabina-thapaliya',
  'tahmina-sarkar',
  'thiri-hlaing',
  'zarlasht-naderi',
]

const text =
  'The ferry to the island leaves when it’s full, and the clerk counts heads with a pencil. He has done so since the bridge was promised.'

/** Returns a body with a long word in every element that a text can have. */
function composeLongBody(image: Article['image']): string {
  const word = composeWord(90)
  const figure = `::figure{image="${image.id}" alt="${word}" caption="${word}" credit="${word}" width="${image.width}" height="${image.height}"}`
  return [
    `${word} ${text}[^1]`,
    `<!-- more -->`,
    `## ${word}`,
    `### ${word}`,
    `**${word}** *${word}* \`${word}\` [${word}](https://example.com/${word})`,
    `- ${word}\n- ${word}`,
    `> ${word}`,
    `:::pullquote{by="${word}"}\n${word}\n:::`,
    `| ${word} | Fare |\n| --- | --- |\n| ${word} | 12 |`,
    figure,
    figure.replace(/ caption="\w+" credit="\w+"/, ''),
    `::audio{file="${image.id}" title="${word}" credit="${word}"}`,
    `::embed{url="https://example.com/${word}"}`,
    `\`\`\`\n${word}\n    ${word}\n\`\`\``,
    `[^1]: ${word}`,
  ].join('\n\n')
}

const decorativeImage = { alt: '', altNeeded: true } as const

const articles: Readonly<Record<string, ArticleState>> = {
  'state-without-portrait': { title: 'The clerk who counts heads' },
  'state-without-dek': { title: 'A ferry that leaves when it’s full', dek: '' },
  'state-without-credit': { title: 'The bridge that was promised', image: { credit: '' } },
  'state-without-alt': { title: 'High water', image: decorativeImage },
  'state-without-tags': { title: 'Twelve rupees, return', tags: [] },
  'state-bare': {
    title: 'Ledgers',
    dek: '',
    tags: [],
    image: { ...decorativeImage, credit: '' },
  },
  'state-two-authors': {
    title: 'Two clerks, one pencil',
    authors: ['sabina-thapaliya', 'state-without-portrait'],
  },
  'state-twelve-authors': {
    title: 'Twelve crossings',
    tags: [
      ...['lgbtq', 'bollywood', 'diaspora', 'india', 'pakistan', 'bangladesh', 'burma'],
      ...['afghanistan', 'nepal', 'sriLanka'],
    ],
    authors: [...sampleAuthors, 'state-without-portrait', 'state-longest-name'],
  },
  'state-longest-text': {
    title: composeText(200),
    dek: composeText(400),
    authors: ['state-longest-name'],
    access: 'metered',
    image: { alt: composeText(500), caption: composeText(500), credit: composeText(200) },
    body: `${text}\n\n<!-- more -->\n\n${text}`,
  },
  'state-longest-word': {
    title: composeWord(200),
    dek: composeWord(400),
    authors: ['state-longest-word'],
    image: { alt: composeWord(500), caption: composeWord(500), credit: composeWord(200) },
    composeBody: composeLongBody,
    corrections: [{ at: new Date(), text: composeWord(200) }],
  },
}

/** Stores the articles as the publication's newest, with a sample article's picture. */
export async function storeArticleStates(firestore: Firestore) {
  const sample = await firestore.get(`articles/${sampleArticles.public.slug}`)
  if (!sample.ok || !sample.value) throw new Error('The sample isn’t loaded.')
  const image = sample.value.fields.image as Article['image']
  const publishedAt = new Date()
  const storedArticles = Object.entries(articles).map(([slug, { composeBody, ...state }]) => ({
    path: `articles/${slug}`,
    fields: {
      dek: 'The island has one boat, one clerk and a ledger that nobody has read to its end.',
      body: composeBody?.(image) ?? [text, text, text].join('\n\n'),
      category: 'opinion',
      tags: ['india', 'sriLanka'],
      authors: ['state-without-portrait'],
      access: 'public',
      status: 'published',
      publishedAt,
      ...state,
      image: { ...image, ...state.image },
    },
  }))
  const documents = [
    ...Object.entries(authors).map(([slug, fields]) => ({ path: `authors/${slug}`, fields })),
    ...storedArticles,
  ]
  const committed = await firestore.commit(
    documents.map(({ path, fields }) => ({ set: path, fields, serverTimes: ['updatedAt'] })),
  )
  if (!committed.ok) throw new Error(`Firestore refused them: ${committed.failure.kind}`)
  return { articlePaths: storedArticles.map(({ path }) => path) }
}

export const articleStateViews: readonly PageView[] = Object.keys(articles).map((slug) => ({
  name: slug,
  path: `/${slug}`,
}))

/** Pages that list the articles above. */
export const articleStateListViews: readonly PageView[] = [
  ...Object.keys(authors).map((slug) => ({
    name: slug.replace('state', 'state-author'),
    path: `/author/${slug}`,
  })),
  { name: 'state-home', path: '/' },
  { name: 'state-latest', path: '/latest' },
  { name: 'state-category', path: '/category/opinion' },
  { name: 'state-tag', path: '/tag/sriLanka' },
  { name: 'state-newsletter', path: '/newsletter' },
  { name: 'state-search', path: '/search?q=ferry', prepare: waitForResults },
]
