import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { itemsIn, postsOf, siteOf } from './site-on-disk.ts'

describe('files from anybody', () => {
  const bomb = `---\na: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghi']
    .map((key, at) => {
      const before = 'abcdefgh'[at]
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(', ')}]`
    })
    .join('\n')}\n---\nText.\n`

  it('are refused one by one, with line and reason', async () => {
    const root = siteOf({
      'bomb.md': bomb,
      'huge.md': 'x'.repeat(5_000_000),
      'json.md': '{"title": }\nText.',
      'long.md': `---\ntitle: Long\n---\n${'word '.repeat(200_000)}`,
      'open.md': '---\ntitle: a\nText without end.',
      'toml.md': '+++\ntitle = "a"\ntitle = "b"\n+++\nText.',
      'yaml.md': '---\ntitle: a\nlist: [1\n---\nText.',
    })
    const items = await itemsIn(root)
    expect(items.map((item) => item.item === 'left-out' && [item.sourceId, item.reason])).toEqual([
      ['markdown:bomb.md', expect.stringContaining('refers to itself too often')],
      ['markdown:huge.md', 'is larger than 3 MB'],
      ['markdown:json.md', expect.stringContaining('broken JSON')],
      ['markdown:long.md', expect.stringContaining('900000 fit')],
      ['markdown:open.md', 'line 1: its front matter has no end'],
      ['markdown:toml.md', expect.stringMatching(/^line 3: its front matter is broken/)],
      ['markdown:yaml.md', expect.stringMatching(/^line \d: its front matter is broken/)],
    ])
  })

  it('lead to nothing outside their folder', async () => {
    const outside = siteOf({ 'secret.md': '---\ntitle: Secret\n---\nPassword.' })
    const root = siteOf({
      'a.md': '---\ntitle: A\nimage: ../../../../etc/passwd\n---\n![x](../../../../../etc/hosts)\n',
    })
    symlinkSync(join(outside, 'secret.md'), join(root, 'linked.md'))
    symlinkSync(outside, join(root, 'folder'))
    const items = await itemsIn(root)
    expect(items).toMatchObject([
      { post: { image: { src: '../../../../etc/passwd' } } },
      { item: 'left-out', reason: 'is a link to a folder, and none is followed' },
      { item: 'left-out', reason: 'is a link out of the folder' },
    ])
  })

  it('come in other encodings, which is said where it is a guess', async () => {
    const text = '---\ntitle: Café\n---\nNaïve.\n'
    const posts = await postsOf({
      'utf16.md': Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'latin.md': Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'),
    })
    expect(posts['utf16.md']).toMatchObject({ title: 'Café', body: 'Naïve.', notes: [] })
    expect(posts['latin.md']).toMatchObject({ title: 'Café', body: 'Naïve.' })
    expect(posts['latin.md']!.notes[0]).toMatch(/Windows-1252/)
  })

  it('leave no HTML, and no script, behind', async () => {
    const posts = await postsOf({
      'a.md': `---
title: A
date: 2020-01-01
---
<div class="x">

Text <em>with</em> <span onclick="x()">words</span> <script>alert(1)</script> <img src="a.png" alt="A"> end.

</div>

<figure><img src="b.png" alt="B"><figcaption>Said</figcaption></figure>

<script>
alert(2)
</script>

- ![In a list](c.png)
- Two

> ![Quoted](d.png) words
`,
    })
    const { body, notes } = posts['a.md']!
    expect(body).not.toMatch(/<|alert/)
    for (const line of [
      'Text *with* words',
      '::figure{src="a.png" alt="A" caption="" credit=""}',
      '::figure{src="/b.png" alt="B" caption="Said"}',
      '- ::figure{src="c.png" alt="In a list" caption="" credit=""}',
      '> ::figure{src="d.png" alt="Quoted" caption="" credit=""}',
    ]) {
      expect(body).toContain(line)
    }
    expect(notes.join('\n')).toMatch(/script/)
  })

  it('cost no more than their length, whatever they open and never close', async () => {
    const openings = [
      '{{< a ',
      '{% a ',
      '{{ ',
      '![',
      '[![a](',
      '<a ',
      '<!--',
      '`',
      '{% raw %}',
      '(',
    ]
    const files = Object.fromEntries(
      openings.map((opening, index) => [
        `_posts/2020-01-0${index}-a.md`,
        `---\ntitle: A\n---\n${opening.repeat(5000)}`,
      ]),
    )
    expect(await itemsIn(siteOf({ '_config.yml': '', ...files }))).toHaveLength(openings.length)
  })
})
