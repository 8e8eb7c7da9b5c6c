/**
 * The same articles for a plain Astro site with a content collection, for comparison: the same kinds of pages and image
 * widths as ours, but no encrypted bodies and no islands. Pagefind indexes what ours does: titles and free previews.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { archivePageSize } from '../../../src/domain/archive/archive-pages.ts'
import { writeNewFile } from '../../shared/write-file-atomically.ts'
import type { SampleDocument } from '../sample/sample-documents.ts'

const frameComponent = `---
const { title, description, image, path } = Astro.props
const menu = ['latest', 'culture', 'politics', 'food', 'travel', 'about']
---
<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · A publication</title>
<meta name="description" content={description}><link rel="canonical" href={new URL(path, Astro.site)}>
<meta property="og:title" content={title}><meta property="og:url" content={new URL(path, Astro.site)}>
{image && <meta property="og:image" content={\`/images/\${image.id}/1200x630\`} />}
<link rel="stylesheet" href="/site.css"></head><body>
<header><a href="/">A publication</a><nav>{menu.map((name) => <a href={\`/\${name}\`}>{name}</a>)}</nav></header>
<main><slot /></main>
<footer><nav>{menu.map((name) => <a href={\`/\${name}\`}>{name}</a>)}</nav>© {new Date().getFullYear()}</footer></body></html>
`

const pictureComponent = `---
const { image } = Astro.props
const srcset = [320, 640, 1080, 1920].map((width) => \`/images/\${image?.id}/\${width} \${width}w\`).join(', ')
---
{image && <img src={\`/images/\${image.id}/1080\`} srcset={srcset} width={image.width} height={image.height} alt={image.alt} loading="lazy" />}
`

const bylineComponent = `---
const { people, date } = Astro.props
const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
---
<p>{people.map((person) => <a href={\`/people/\${person}\`}>{person}</a>)}<time datetime={date.toISOString()}>{day}</time></p>
`

const teaserComponent = `---
import Byline from './Byline.astro'
import Picture from './Picture.astro'
const { story } = Astro.props
---
<article><Picture image={story.data.image} /><h2><a href={\`/story/\${story.id}\`}>{story.data.title}</a></h2><p>{story.data.dek}</p><Byline {...story.data} /></article>
`

const listComponent = `---
import Frame from './Frame.astro'
import Teaser from './Teaser.astro'
const { title, page, path } = Astro.props
---
<Frame {title} description={title} {path}><h1>{title}</h1>{page.data.map((story) => <Teaser {story} />)}
<nav>{page.url.prev && <a href={page.url.prev}>Newer</a>}{page.url.next && <a href={page.url.next}>Older</a>}</nav></Frame>
`

const homePage = `---
import Frame from '../components/Frame.astro'
import Teaser from '../components/Teaser.astro'
import { newestFirst } from '../stories.ts'
---
<Frame title="Home" description="A publication" path="/">{newestFirst.slice(0, 30).map((story) => <Teaser {story} />)}</Frame>
`

const latestPage = `---
import List from '../../components/List.astro'
import { newestFirst } from '../../stories.ts'
export const getStaticPaths = ({ paginate }) => paginate(newestFirst, { pageSize: ${archivePageSize} })
---
<List title="Latest" page={Astro.props.page} path={Astro.props.page.url.current} />
`

const termPage = `---
import List from '../../../components/List.astro'
import { storiesByTerm } from '../../../stories.ts'
export const getStaticPaths = ({ paginate }) =>
  Object.entries(storiesByTerm).flatMap(([kind, terms]) =>
    [...terms].flatMap(([term, stories]) => paginate(stories, { params: { kind, term }, pageSize: ${archivePageSize} })),
  )
---
<List title={Astro.params.term} page={Astro.props.page} path={Astro.props.page.url.current} />
`

const termsPage = `---
import Frame from '../../components/Frame.astro'
import { storiesByTerm } from '../../stories.ts'
export const getStaticPaths = () =>
  Object.entries(storiesByTerm).map(([kind, terms]) => ({ params: { kind }, props: { terms: [...terms.keys()] } }))
const { kind } = Astro.params
---
<Frame title={kind} description={kind} path={\`/\${kind}\`}>{Astro.props.terms.map((term) => <a href={\`/\${kind}/\${term}\`}>{term}</a>)}</Frame>
`

const storyPage = `---
import Byline from '../../components/Byline.astro'
import Frame from '../../components/Frame.astro'
import Picture from '../../components/Picture.astro'
import Teaser from '../../components/Teaser.astro'
import { newestFirst } from '../../stories.ts'
export const getStaticPaths = () =>
  newestFirst.map((story, index) => ({
    params: { slug: story.id },
    props: { story, older: newestFirst.slice(index + 1, index + 4) },
  }))
const { story, older } = Astro.props
const { title, dek, image, date } = story.data
const { html } = story.rendered
const marker = html.indexOf('<!-- more -->')
const previewEnd = marker >= 0 ? marker : html.indexOf('</p>') + 4
const data = { '@context': 'https://schema.org', '@type': 'NewsArticle', headline: title, datePublished: date }
---
<Frame {title} description={dek} {image} path={\`/story/\${story.id}\`}><article><div data-pagefind-body><h1>{title}</h1><p>{dek}</p><Picture {image} />
<Byline {...story.data} /><Fragment set:html={html.slice(0, previewEnd)} /></div><Fragment set:html={html.slice(previewEnd)} /></article>
<script type="application/ld+json" set:html={JSON.stringify(data)} />
{older.map((story) => <Teaser {story} />)}</Frame>
`

const storiesModule = `import { getCollection } from 'astro:content'
export const newestFirst = (await getCollection('stories'))
  .map((story) => ({ ...story, data: { ...story.data, date: new Date(story.data.date) } }))
  .sort((one, other) => other.data.date - one.data.date)
function groupBy(listTerms) {
  const groups = new Map()
  for (const story of newestFirst) {
    for (const term of listTerms(story.data)) {
      if (!groups.has(term)) groups.set(term, [])
      groups.get(term).push(story)
    }
  }
  return groups
}
export const storiesByTerm = {
  sections: groupBy(({ section }) => [section]),
  tags: groupBy(({ tags }) => tags ?? []),
  people: groupBy(({ people }) => people),
}
`

const files: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}',
  'astro.config.mjs': `export default { site: 'http://localhost', build: { format: 'file' } }`,
  'src/content.config.ts': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
export const collections = { stories: defineCollection({ loader: glob({ pattern: '*.md', base: 'src/stories' }) }) }
`,
  'src/stories.ts': storiesModule,
  'src/components/Byline.astro': bylineComponent,
  'src/components/Frame.astro': frameComponent,
  'src/components/List.astro': listComponent,
  'src/components/Picture.astro': pictureComponent,
  'src/components/Teaser.astro': teaserComponent,
  'src/pages/index.astro': homePage,
  'src/pages/latest/[...page].astro': latestPage,
  'src/pages/[kind]/index.astro': termsPage,
  'src/pages/[kind]/[term]/[...page].astro': termPage,
  'src/pages/story/[slug].astro': storyPage,
}

export function writeAstroArticle(folder: string, { path, fields }: SampleDocument) {
  const { body, title, dek, image, tags, authors, category, publishedAt } = fields
  const front = stringify({
    title,
    dek,
    image,
    tags,
    people: authors,
    section: category,
    date: (publishedAt as Date).toISOString(),
  })
  const slug = path.slice(path.indexOf('/') + 1)
  writeNewFile(join(folder, 'src/stories', `${slug}.md`), `---\n${front}---\n${body}\n`)
}

/** Writes the site without articles. Deletes the folder's old content. */
export function writeAstroSite(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) writeNewFile(join(folder, name), content)
}
