/**
 * The same articles for Hugo, for comparison: the same kinds of pages and image widths, but no
 * encrypted bodies and no islands.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { archivePageSize } from '../../../src/domain/archive/archive-pages.ts'
import type { SampleDocument } from '../sample/sample-documents.ts'

const headTemplate = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} · {{ .Site.Title }}</title>
<meta name="description" content="{{ .Params.dek }}"><link rel="canonical" href="{{ .Permalink }}">
<meta property="og:title" content="{{ .Title }}"><meta property="og:url" content="{{ .Permalink }}">
{{ with .Params.image }}<meta property="og:image" content="/images/{{ .id }}/1200x630">{{ end }}
<link rel="stylesheet" href="/site.css"></head><body>
<header><a href="/">{{ .Site.Title }}</a><nav>{{ range .Site.Menus.main }}<a href="{{ .URL }}">{{ .Name }}</a>{{ end }}</nav></header><main>`
const footTemplate = `</main><footer><nav>{{ range .Site.Menus.main }}<a href="{{ .URL }}">{{ .Name }}</a>{{ end }}</nav>© {{ now.Year }}</footer></body></html>`
const imageTemplate = `{{ with .Params.image }}{{ $id := .id }}<img src="/images/{{ .id }}/1080" srcset="{{ range slice 320 640 1080 1920 }}/images/{{ $id }}/{{ . }} {{ . }}w, {{ end }}" width="{{ .width }}" height="{{ .height }}" alt="{{ .alt }}" loading="lazy">{{ end }}`
const teaserTemplate = `<article>${imageTemplate}<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2><p>{{ .Params.dek }}</p><p>{{ range .Params.people }}<a href="/people/{{ . }}">{{ . }}</a> {{ end }}<time datetime="{{ .Date.Format "2006-01-02T15:04:05Z" }}">{{ .Date.Format "2 January 2006" }}</time></p></article>`
const listTemplate = `${headTemplate}<h1>{{ .Title }}</h1>{{ range (.Paginate .Pages.ByDate.Reverse).Pages }}${teaserTemplate}{{ end }}{{ template "_internal/pagination.html" . }}${footTemplate}`
const templates: Readonly<Record<string, string>> = {
  'index.html': `${headTemplate}{{ range first 30 .Site.RegularPages.ByDate.Reverse }}${teaserTemplate}{{ end }}${footTemplate}`,
  '_default/list.html': listTemplate,
  '_default/terms.html': `${headTemplate}{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}${footTemplate}`,
  '_default/single.html': `${headTemplate}<article><h1>{{ .Title }}</h1><p>{{ .Params.dek }}</p>${imageTemplate}
<p>{{ range .Params.people }}<a href="/people/{{ . }}">{{ . }}</a> {{ end }}<time>{{ .Date.Format "2 January 2006" }}</time></p>{{ .Content }}</article>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":{{ .Title }},"datePublished":{{ .Date }}}</script>
{{ with .PrevInSection }}${teaserTemplate}{{ with .PrevInSection }}${teaserTemplate}{{ with .PrevInSection }}${teaserTemplate}{{ end }}{{ end }}{{ end }}${footTemplate}`,
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

function writeFile(path: string, content: string) {
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
  writeFile(join(folder, 'content', 'latest', `${slug}.md`), `---\n${front}---\n${body}\n`)
}

/** Writes the site without articles. Deletes the folder's old content. */
export function writeHugoSite(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  writeFile(join(folder, 'config.json'), JSON.stringify(configuration))
  for (const [name, template] of Object.entries(templates)) {
    writeFile(join(folder, 'layouts', name), template)
  }
}
