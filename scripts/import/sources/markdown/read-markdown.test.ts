import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { noteLoss } from '../../items/note.ts'
import {
  groupExcludedByFile,
  groupPostsByFile,
  readItems,
  readPosts,
} from './testing/site-fixture.ts'

const picture = new Uint8Array([1, 2, 3])

describe('createMarkdownReader with Jekyll', () => {
  it('reads file names, Liquid and permalinks', async () => {
    const items = await readItems(
      createTestFolder({
        '_config.yml': 'permalink: pretty\n',
        '_posts/2019-01-02-a-day.md': `---
layout: post
title: A day
categories: news world
tags: [india]
redirect_from: [/older/]
author: jd
---
{{ page.title }}
================
{% highlight ruby linenos %}
puts "{{ x }}"
{% endhighlight %}

![Cat]({{ site.baseurl }}/assets/cat.jpg){: .wide}

{% include figure.html src="../../../assets/cat.jpg" alt="A cat" caption="Asleep" %}

{% include ad.html %}A {{ page.title }} [before]({% post_url 2018-12-31-eve %}).
{: .note}

{% raw %}{{ kept }}{% endraw %}
`,
        '_drafts/later.md': '---\ntitle: Later\n---\nText.\n',
        'about.md': '---\ntitle: About\npermalink: /who/\n---\nWe.\n',
        'assets/cat.jpg': picture,
        'README.md': 'Of the project.',
        '_site/2019/x.md': 'Built.',
      }),
      'Asia/Kolkata',
    )
    const posts = groupPostsByFile(items)
    expect(groupExcludedByFile(items)).toEqual({
      'README.md': 'describes the project',
      _site: 'is the site generator’s folder',
    })
    expect(Object.keys(posts).sort()).toEqual([
      '_drafts/later.md',
      '_posts/2019-01-02-a-day.md',
      'about.md',
    ])
    expect(posts['_drafts/later.md']).toMatchObject({ kind: 'article', status: 'draft' })
    expect(posts['about.md']).toMatchObject({ kind: 'page', formerAddresses: ['/who/'] })
    const day = posts['_posts/2019-01-02-a-day.md']!
    expect(day).toMatchObject({
      slug: 'a-day',
      categories: ['news', 'world'],
      authors: ['jd'],
      // Midnight in Kolkata.
      publishedAt: new Date('2019-01-01T18:30:00Z'),
      status: 'published',
    })
    expect(day.formerAddresses[1]).toBe('/older/')
    expect(day.formerAddresses[0]).toMatch(/^\/news\/world\/2019\/01\/0[12]\/a-day\/$/)
    expect(day.body).toBe(`\`\`\`ruby
puts "{{ x }}"
\`\`\`

::figure{src="assets/cat.jpg" alt="Cat" caption="" credit=""}

::figure{src="assets/cat.jpg" alt="A cat" caption="Asleep" credit=""}

A A day [before](/2018/12/31/eve.html).

{{ kept }}`)
    expect(day.notes).toEqual(['{% include ad.html %} removed; its text is kept'])
  })
})

it.each([
  ['_config.yml', '_posts/2019-01-02-a.html'],
  ['hugo.toml', 'content/posts/a.html'],
])('HTML with front matter is a text of a site with %s', async (settings, name) => {
  const tag = settings === 'hugo.toml' ? '{{< youtube aBcDeFgHiJk >}}' : '{% youtube aBcDeFgHiJk %}'
  const text = `<ul>

    <li>Salt &amp; *ice*</li>
</ul>
${tag}
<p><b>Rest</b> <!-- no --></p>
`
  const items = await readItems(
    createTestFolder({
      [settings]: '',
      [name]: `---\ntitle: A\ndate: 2019-01-02\n---\n${text}`,
      [name.replace('a.html', '2019-01-02-b.html')]: text,
    }),
  )
  expect(groupPostsByFile(items)[name]).toMatchObject({
    kind: 'article',
    body: `- Salt & \\*ice\\*

::embed{url="https://www.youtube.com/watch?v=aBcDeFgHiJk" title="Video on YouTube"}

**Rest**`,
  })
  expect(Object.values(groupExcludedByFile(items))).toEqual([
    'it has no front matter, so it isn’t a page',
  ])
})

describe('createMarkdownReader with Astro', () => {
  it('reads hero pictures, components and imports', async () => {
    const posts = await readPosts({
      'astro.config.mjs': '',
      'src/content/blog/first.mdx': `---
title: First
description: Of all.
pubDate: Jul 08 2022
updatedDate: 2022-08-01T00:00:00Z
heroImage: ../../assets/hero.jpg
heroImageAlt: A hero
---
import Chart from '../Chart.astro'
import { Image } from 'astro:assets'

<Chart data={1} />

<Image src="/pic.png" alt="A pic" />

Text with {/* a comment */} <b>strong</b> words<br>and \`<b>\`.

\`\`\`js
import x from 'y'
\`\`\`
`,
      'src/assets/hero.jpg': picture,
      'public/pic.png': picture,
      'src/pages/index.md': '---\ntitle: Home\n---\nHi.\n',
    })
    const first = posts['src/content/blog/first.mdx']!
    expect(first).toMatchObject({
      kind: 'article',
      dek: 'Of all.',
      publishedAt: new Date('2022-07-08T00:00:00Z'),
      image: { src: 'src/assets/hero.jpg', alt: 'A hero' },
      formerAddresses: ['/blog/first/'],
    })
    expect(first.body).toBe(`::figure{src="public/pic.png" alt="A pic" caption="" credit=""}

Text with  **strong** words\\
and \`<b>\`.

\`\`\`js
import x from 'y'
\`\`\``)
    expect(first.notes).toEqual([
      "“import Chart from '../Chart.astro'” removed",
      "“import { Image } from 'astro:assets'” removed",
      'comments removed',
      'component Chart removed; its text is kept',
    ])
    expect(posts['src/pages/index.md']).toMatchObject({ kind: 'page', formerAddresses: ['/'] })
  })
})

describe('createMarkdownReader with Eleventy', () => {
  it('reads tags and permalinks', async () => {
    const items = await readItems(
      createTestFolder({
        'eleventy.config.js': '',
        'blog/one.md': '---\ntitle: One\ndate: 2020-01-01\ntags: [post, india]\n---\nText.\n',
        'blog/two.md':
          '---\ntitle: Two\ntags: posts\npermalink: "/{{ page.fileSlug | unknown }}/"\n---\nText.\n',
        'data.md': '---\npermalink: false\n---\nText.\n',
        'node_modules/a/readme.md': 'No.',
      }),
    )
    expect(items).toMatchObject([
      { post: { kind: 'article', tags: ['india'], formerAddresses: ['/blog/one/'] } },
      {
        post: {
          kind: 'article',
          tags: [],
          formerAddresses: [],
          notes: [
            noteLoss(
              'not redirected: a template creates its old address, {}',
              '/{{ page.fileSlug | unknown }}/',
            ),
          ],
        },
      },
      { item: 'excluded', reason: 'permalink is false' },
    ])
  })
})

it.each([
  ['language: ur', 'ur'],
  ['lang: hi-Latn', 'hi-Latn'],
  ['locale: ur_PK', 'ur-PK'],
  ['lang: Urdu', undefined],
  ['draft: false', undefined],
])('the language of %j is read as %j', async (line, language) => {
  const posts = await readPosts({
    '_posts/2020-01-01-a.md': `---\ntitle: A\n${line}\n---\nText.\n`,
  })
  expect(Object.values(posts)).toMatchObject([{ language }])
})
