/**
 * The same corpus for Hugo, as a yardstick: the same articles as Markdown files, and templates that
 * make the same kinds of pages (article, latest, category, tag and author lists of twenty) with a
 * head, a frame and pictures in four widths. It seals nothing and has no islands.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { archivePageSize } from '../../src/domain/archive.ts'
import type { SampleDocument } from '../sample/documents.ts'

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} · {{ .Site.Title }}</title>
<meta name="description" content="{{ .Params.dek }}"><link rel="canonical" href="{{ .Permalink }}">
<meta property="og:title" content="{{ .Title }}"><meta property="og:url" content="{{ .Permalink }}">
{{ with .Params.image }}<meta property="og:image" content="/images/{{ .id }}/1200x630">{{ end }}
<link rel="stylesheet" href="/site.css"></head><body>
<header><a href="/">{{ .Site.Title }}</a><nav>{{ range .Site.Menus.main }}<a href="{{ .URL }}">{{ .Name }}</a>{{ end }}</nav></header><main>`
const foot = `</main><footer><nav>{{ range .Site.Menus.main }}<a href="{{ .URL }}">{{ .Name }}</a>{{ end }}</nav>© {{ now.Year }}</footer></body></html>`
const picture = `{{ with .Params.image }}{{ $id := .id }}<img src="/images/{{ .id }}/1080" srcset="{{ range slice 320 640 1080 1920 }}/images/{{ $id }}/{{ . }} {{ . }}w, {{ end }}" width="{{ .width }}" height="{{ .height }}" alt="{{ .alt }}" loading="lazy">{{ end }}`
const teaser = `<article>${picture}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><p>{{ .Params.dek }}</p><p>{{ range .Params.people }}<a href="/people/{{ . }}">{{ . }}</a> {{ end }}<time datetime="{{ .Date.Format "2006-01-02T15:04:05Z" }}">{{ .Date.Format "2 January 2006" }}</time></p></article>`
const list = `${head}<h1>{{ .Title }}</h1>{{ range (.Paginate .Pages.ByDate.Reverse).Pages }}${teaser}{{ end }}{{ template "_internal/pagination.html" . }}${foot}`
const templates: Readonly<Record<string, string>> = {
  'index.html': `${head}{{ range first 30 .Site.RegularPages.ByDate.Reverse }}${teaser}{{ end }}${foot}`,
  '_default/list.html': list,
  '_default/terms.html': `${head}{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}${foot}`,
  '_default/single.html': `${head}<article><h1>{{ .Title }}</h1><p>{{ .Params.dek }}</p>${picture}
<p>{{ range .Params.people }}<a href="/people/{{ . }}">{{ . }}</a> {{ end }}<time>{{ .Date.Format "2 January 2006" }}</time></p>{{ .Content }}</article>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":{{ .Title }},"datePublished":{{ .Date }}}</script>
{{ with .PrevInSection }}${teaser}{{ with .PrevInSection }}${teaser}{{ with .PrevInSection }}${teaser}{{ end }}{{ end }}{{ end }}${foot}`,
}

const configuration = {
  baseURL: 'http://localhost/',
  title: 'A publication',
  paginate: archivePageSize,
  disableKinds: ['RSS', 'sitemap', 'robotsTXT', '404'],
  taxonomies: { section: 'sections', tag: 'tags', person: 'people' },
  markup: { goldmark: { renderer: { unsafe: false } } },
  menu: {
    main: ['latest', 'culture', 'politics', 'food', 'travel', 'about'].map((name, weight) => ({
      name,
      url: `/${name}`,
      weight: weight + 1,
    })),
  },
}

function write(path: string, content: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

export function writeHugoArticle(folder: string, { path, fields }: SampleDocument) {
  const { body, title, dek, image, tags, authors, category, publishedAt } = fields
  const front = stringify({
    title,
    dek,
    image,
    tags,
    people: authors,
    sections: [category],
    date: (publishedAt as Date).toISOString(),
  })
  const slug = path.slice(path.indexOf('/') + 1)
  write(join(folder, 'content', 'latest', `${slug}.md`), `---\n${front}---\n${body}\n`)
}

/** Makes the site's folder anew, without articles. */
export function writeHugoSite(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  write(join(folder, 'config.json'), JSON.stringify(configuration))
  for (const [name, template] of Object.entries(templates)) {
    write(join(folder, 'layouts', name), template)
  }
}
