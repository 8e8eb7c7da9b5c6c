import { describe, expect, it } from 'vitest'
import { readPosts } from './testing/site-fixture.ts'

async function convert(body: string) {
  const files = {
    'hugo.toml': '',
    'content/a.md': `---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`,
  }
  const post = Object.values(await readPosts(files))[0]!
  return { body: post.body, notes: post.notes }
}

describe('a formula in Markdown', () => {
  it('is kept as code in its line', async () => {
    expect(await convert('Say $$a_1 * b_1$$, \\\\(x^2\\\\) or `$$y^2$$` for $5 and $6.')).toEqual({
      body: 'Say `a_1 * b_1`, `x^2` or `$$y^2$$` for $5 and $6.',
      notes: ['formula kept as code: a_1 * b_1', 'formula kept as code: x^2'],
    })
  })

  it('is kept as a block of code if it has several lines', async () => {
    expect(await convert('One.\n\n$$\na_1 = b\n- c_1\n\n+ d\n$$\n\nTwo.')).toEqual({
      body: 'One.\n\n```latex\na_1 = b\n- c_1\n\n+ d\n```\n\nTwo.',
      notes: ['formula kept as code: a_1 = b - c_1 + d'],
    })
  })

  it('is kept in HTML', async () => {
    expect(await convert('<div>\n$$x^2$$\n</div>')).toEqual({
      body: '`x^2`',
      notes: ['formula kept as code: x^2'],
    })
  })

  it('doesn’t include prices or words in escaped brackets', async () => {
    const body = 'Between $$ and $$, \\[first_name\\] \\(see below\\).'
    expect(await convert(body)).toEqual({ body, notes: [] })
  })
})

describe('a drawing in Markdown', () => {
  it.each([
    [
      '<object type="image/svg+xml" data="/loom.svg"><img src="/loom.png" alt="A"></object>',
      '/loom.png',
      'A',
    ],
    ['<object data="/loom.svg" type="image/svg+xml"></object>', '/loom.svg', ''],
  ])('becomes a picture: %j', async (html, src, alt) => {
    const { body, notes } = await convert(`One ${html} two.`)
    expect(body).toBe(`One  two.\n\n::figure{src="${src}" alt="${alt}" caption="" credit=""}`)
    expect(notes).toEqual([])
  })
})

describe('a hidden part of Markdown', () => {
  it.each([
    ['<div hidden>\n\nSecret *b*\n\n```\n</div>\n```\n\n<div>c</div>\n\n</div>', ''],
    ['One <span style="display:none">b <span>c</span></span>two.', 'One two.'],
    ['<template>\nb\n</template>', ''],
    ['<p hidden>b\n\nc', ''],
    ['a <img hidden src="/a.png"> b', 'a  b'],
  ])('is removed: %j', async (text, rest) => {
    const { body, notes } = await convert(`First.\n\n${text}`)
    expect(body).toBe(`First.\n\n${rest}`.trim())
    expect(notes).toEqual([expect.stringMatching(/^a hidden part was removed/)])
  })

  it('isn’t removed from code, comments or attributes', async () => {
    const body = '`<p hidden>`\n\n    <p hidden>\n\n```\n<p hidden>\n```\n\nLast.'
    expect(await convert(body)).toEqual({ body, notes: [] })
    expect((await convert('<!-- <p hidden> -->\n\n<b title="a hidden c">d</b>')).body).toBe('**d**')
  })
})

describe('a link to a place in the text', () => {
  it.each([
    ['[Go](#the-river)', '[Go](#on-the-river)'],
    ['[Go](#whats-ü)', '[Go](#on-what-s-u)'],
    ['[Go](#on-the-river)', '[Go](#on-the-river)'],
    ['[Go](#gone)', 'Go', 'a link within the page became text'],
    ['`[Go](#gone)`', '`[Go](#gone)`'],
  ])('is converted from %j to %j', async (link, converted, ...notes) => {
    const headings = '## The river\n\n## What’s ü?'
    const expected = { body: `${converted}\n\n${headings}`, notes }
    expect(await convert(`${link}\n\n${headings}`)).toEqual(expected)
  })
})

const fence = '```\nhidden\n```'

it.each([
  ['_config.yml', '_posts/2020-01-01-a.md', `{% comment %}\n${fence}\n{% endcomment %}`],
  [
    '_config.yml',
    '_posts/2020-01-01-a.md',
    '{% comment %}{% highlight c %}hidden{% endhighlight %}{%- endcomment -%}',
  ],
  ['_config.yml', '_posts/2020-01-01-a.md', '{::comment}\nhidden\n{:/comment}'],
  ['_config.yml', '_posts/2020-01-01-a.md', '{%- # hidden -%}'],
  [
    '_config.yml',
    '_posts/2020-01-01-a.md',
    '{% if false %}{% if a %}hidden{% endif %} hidden{% endif %}',
  ],
  ['_config.yml', '_posts/2020-01-01-a.md', '{% capture note %}hidden{% endcapture %}'],
  ['_config.yml', '_posts/2020-01-01-a.md', '[comment]: <> (hidden\nhidden)'],
  ['eleventy.config.js', 'a.md', '{# hidden #}'],
  ['hugo.toml', 'content/a.md', `{{< comment >}}\n${fence}\n{{< /comment >}}`],
  ['hugo.toml', 'content/a.md', '{{% comment %}}hidden{{% /comment %}}'],
  ['astro.config.mjs', 'src/content/a.mdx', `{/*\n${fence}\n*/}`],
])('a part that %s hides in %s is left out, with a note: %j', async (settings, path, hidden) => {
  const front = '---\ntitle: A\ndate: 2020-01-01\n---\n'
  const posts = await readPosts({
    [settings]: '',
    [path]: `${front}One.\n\n${hidden}\n\nTwo {#b}.\n`,
  })
  expect(posts[path]!.body).toBe('One.\n\nTwo {#b}.')
  expect(posts[path]!.notes).not.toEqual([])
})

it('words in other pairs of tags are kept', async () => {
  expect(await convert('{{< iframe >}}One{{< /iframe >}} two.')).toMatchObject({ body: 'One two.' })
})
