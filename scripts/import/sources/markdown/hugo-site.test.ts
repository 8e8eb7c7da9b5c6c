import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import type { ImportedPost } from '../../items/imported-item.ts'
import { formatNote } from '../../items/note.ts'
import { readItems } from './testing/site-fixture.ts'

const picture = new Uint8Array([1, 2, 3])

describe('createMarkdownReader with Hugo', () => {
  const files = {
    'hugo.toml': '[permalinks]\nnews = "/:year/:month/:slug/"\n',
    'content/about.md': '---\ntitle: About\ndate: 2019-01-01\n---\nWe print.\n',
    'content/_index.md': '---\ntitle: Home\n---\n',
    'content/posts/cat/index.md': `+++
title = "A cat"
date = 2020-05-01T10:00:00+05:30
lastmod = 2020-06-01
draft = true
tags = ["india", "cats"]
categories = ["News"]
authors = ["Jane Doe"]
aliases = ["/old/cat", "kitten"]
series = ["Animals"]
[[resources]]
src = "face.jpg"
name = "featured"
title = "Her face"
[resources.params]
alt = "A cat"
+++
One. {{< youtube "abc-123" >}}

{{< figure src="face.jpg" alt="Cat" caption="It \\"sleeps\\"" attr="Roe" >}}

See [this]({{< relref "news/it.md" >}}) and [that](../dog/) and [page](../other.md).

{{% notice warning %}}Beware{{% /notice %}}

{{< highlight go "linenos=true" >}}
{{ not a shortcode }}
{{< /highlight >}}

Say \`{{< youtube x >}}\` and ![alone](/pic.png "Its title") in words.

<!--more-->

Rest.
`,
    'content/posts/cat/face.jpg': picture,
    'static/pic.png': picture,
    'content/news/it.md':
      '{\n  "title": "It",\n  "date": "2021-02-03",\n  "slug": "itself"\n}\nText.\n',
  }

  it('reads dates, bundles, shortcodes and addresses', async () => {
    const items = await readItems(createTestFolder(files))
    const posts = items.flatMap((item) => (item.item === 'post' ? [item.post] : []))
    expect(items.filter(({ item }) => item === 'excluded')).toMatchObject([
      { sourceId: 'markdown:content/_index.md' },
    ])
    const [about, it_, cat] = posts as [ImportedPost, ImportedPost, ImportedPost]
    expect(about).toMatchObject({ kind: 'page', formerAddresses: ['/about/'] })
    expect(it_).toMatchObject({ slug: 'itself', formerAddresses: ['/2021/02/itself/'] })
    expect(cat).toMatchObject({
      kind: 'article',
      slug: 'cat',
      status: 'draft',
      tags: ['india', 'cats'],
      categories: ['News'],
      authors: ['Jane Doe'],
      publishedAt: new Date('2020-05-01T04:30:00Z'),
      updatedAt: new Date('2020-06-01T00:00:00Z'),
      formerAddresses: ['/posts/cat/', '/old/cat', '/posts/kitten'],
      image: { src: 'content/posts/cat/face.jpg', alt: 'A cat', caption: 'Her face', credit: null },
    })
    expect(cat.body).toBe(`One.

::embed{url="https://www.youtube.com/watch?v=abc-123" title="Video on YouTube"}

::figure{src="content/posts/cat/face.jpg" alt="Cat" caption="It “sleeps”" credit="Roe"}

See [this](/news/it) and [that](/posts/dog/) and [page](/posts/other).

Beware

\`\`\`go
{{ not a shortcode }}
\`\`\`

Say \`{{< youtube x >}}\` and  in words.

::figure{src="static/pic.png" alt="alone" caption="Its title" credit=""}

<!-- more -->

Rest.`)
    expect(cat.notes.map(formatNote)).toEqual([
      'shortcode notice removed; its text is kept',
      'front matter field series not imported',
    ])
  })
})
