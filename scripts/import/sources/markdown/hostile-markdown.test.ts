import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { readItems, readPosts } from './testing/site-fixture.ts'

describe('untrusted files', () => {
  const bomb = `---\na: &a [x, x, x, x, x, x, x, x, x]\n${[...'bcdefghi']
    .map((key, at) => {
      const before = 'abcdefgh'[at]
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(', ')}]`
    })
    .join('\n')}\n---\nText.\n`

  it('are refused one by one, with line and reason', async () => {
    const root = createTestFolder({
      'bomb.md': bomb,
      'huge.md': 'x'.repeat(5_000_000),
      'json.md': '{"title": }\nText.',
      'long.md': `---\ntitle: Long\n---\n${'word '.repeat(200_000)}`,
      'open.md': '---\ntitle: a\nText without end.',
      'toml.md': '+++\ntitle = "a"\ntitle = "b"\n+++\nText.',
      'yaml.md': '---\ntitle: a\nlist: [1\n---\nText.',
    })
    const items = await readItems(root)
    expect(
      items.map((item) => item.item === 'excluded' && [item.sourceId, item.reason, item.line]),
    ).toEqual([
      ['markdown:bomb.md', expect.stringContaining('uses more than 100 YAML aliases'), 2],
      ['markdown:huge.md', 'is larger than 4 MB', undefined],
      ['markdown:json.md', expect.stringContaining('invalid JSON'), 1],
      ['markdown:long.md', expect.stringContaining('longer than 900,000 characters'), undefined],
      [
        'markdown:open.md',
        'the front matter isn’t closed. Add a line like its first one below its fields.',
        1,
      ],
      ['markdown:toml.md', expect.stringMatching(/^the front matter is invalid/), 3],
      [
        'markdown:yaml.md',
        expect.stringMatching(/^the front matter is invalid/),
        expect.any(Number),
      ],
    ])
  })

  it.each([
    ['title: A\n\tdate: 2020-01-01', 3],
    ['title: A\ntags:\n\t- salt\n\t- sea', 4],
    ['title: |\n  A\n\tB\ndate: 2020-01-01', 4],
    ['title: "A\n\tB"\nlist: [1', 3],
  ])('are refused with the line of a tab that YAML forbids: %j', async (front, line) => {
    const items = await readItems(createTestFolder({ 'a.md': `---\n${front}\n---\nText.` }))
    expect(items).toMatchObject([
      { item: 'excluded', title: 'a.md', line, reason: expect.stringContaining('contains a tab') },
    ])
  })

  it('can’t lead outside their folder', async () => {
    const outside = createTestFolder({ 'secret.md': '---\ntitle: Secret\n---\nPassword.' })
    const root = createTestFolder({
      'a.md': '---\ntitle: A\nimage: ../../../../etc/passwd\n---\n![x](../../../../../etc/hosts)\n',
    })
    symlinkSync(join(outside, 'secret.md'), join(root, 'linked.md'))
    symlinkSync(outside, join(root, 'folder'))
    const items = await readItems(root)
    expect(items).toMatchObject([
      { post: { image: { src: '../../../../etc/passwd' } } },
      { item: 'excluded', reason: 'links to folders aren’t followed' },
      { item: 'excluded', reason: 'is a link to outside the folder' },
    ])
  })

  it('can have other encodings, and a guessed encoding is reported', async () => {
    const text = '---\ntitle: Café\n---\nNaïve.\n'
    const posts = await readPosts({
      'utf16.md': Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'latin.md': Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'),
    })
    expect(posts['utf16.md']).toMatchObject({ title: 'Café', body: 'Naïve.', notes: [] })
    expect(posts['latin.md']).toMatchObject({ title: 'Café', body: 'Naïve.' })
    expect(posts['latin.md']!.notes[0]).toMatch(/Windows-1252/)
  })

  it('leave no HTML and no script behind', async () => {
    const posts = await readPosts({
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

  it('leave no placeholder, not even as character references', async () => {
    const reference = '&#xE004;0&#xE001;'
    const files = {
      'a.md': `---\ntitle: A\n---\n| \`code\` <img src="a.png" alt="${reference.repeat(50)}"> |\n|-|\n`,
    }
    const items = await readItems(createTestFolder(files))
    expect(JSON.stringify(items).split('code')).toHaveLength(2)
  })
})
