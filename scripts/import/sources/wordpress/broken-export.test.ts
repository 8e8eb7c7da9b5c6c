/** Tests WordPress exports that are cut off, malformed or hostile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatNote } from '../../items/note.ts'
import { buildWxr, readText, sample, samples } from './testing/wordpress-export.ts'

describe('createWordPressReader with a broken or hostile export', () => {
  it('yields the complete posts of a truncated file, then a failure with its line', async () => {
    const whole = readFileSync(join(samples, 'classic-1.1.xml'))
    const all = (await sample('classic-1.1.xml')).posts
    for (let length = 500; length < whole.length - 10; length += 1000) {
      const { posts, failure } = await readText(whole.subarray(0, length))
      expect(failure?.reason, `${length} bytes`).toMatch(/incomplete|well-formed/)
      expect(failure?.line).toBeGreaterThan(0)
      // Only pictures after the cut may differ.
      expect(posts.map(({ sourceId }) => sourceId)).toEqual(
        all.slice(0, posts.length).map(({ sourceId }) => sourceId),
      )
    }
  })

  it.each([
    [
      'entities that multiply',
      buildWxr('a', { before: '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' }),
      'entities',
    ],
    [
      'entities from elsewhere',
      buildWxr('a', {
        before: '<!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        more: '<excerpt:encoded>&a;</excerpt:encoded>',
      }),
      'entities',
    ],
    ['a feed', '<rss><channel><item><title>a</title></item></channel></rss>', 'is an RSS feed'],
    ['an empty feed', '<rss><channel></channel></rss>', 'isn’t a WordPress export'],
    ['a page', '<html><body></body></html>', '<html>'],
    ['JSON', '{"db":[]}', 'is JSON, not a WordPress export'],
    ['nothing', '', 'well-formed'],
    [
      'an unknown version',
      '<rss><channel><wp:wxr_version>7</wp:wxr_version></channel></rss>',
      'WXR 7',
    ],
    ['an unknown encoding', buildWxr('a', { declaration: ' encoding="klingon"' }), 'klingon'],
    ['tags that cross', buildWxr('a', { more: '<a><b></a></b>' }), 'well-formed'],
    [
      'elements without an end',
      `<rss><channel>${'<a>'.repeat(100_000)}`,
      'nested more than 50 deep',
    ],
    [
      'too many parts',
      buildWxr('a', { more: '<wp:postmeta></wp:postmeta>'.repeat(100_001) }),
      'parts',
    ],
  ])('refuses %s', async (_, content, reason) => {
    const { failure } = await readText(content)
    expect(failure?.reason).toContain(reason)
  })

  it('refuses bytes that aren’t in its encoding, with the line', async () => {
    const content = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<rss>\n<channel>\n<title>caf'),
      Buffer.from([0xe9]),
      Buffer.from('</title>\n'),
    ])
    expect((await readText(content)).failure).toEqual({
      reason: 'contains bytes that aren’t UTF-8. Export it again.',
      line: 4,
    })
  })

  it.each([
    [
      'UTF-8 with a byte order mark',
      Buffer.from(`\uFEFF${buildWxr('é “x”', { declaration: ' encoding="UTF-8"' })}`),
    ],
    [
      'UTF-16 with a byte order mark',
      Buffer.from(`\uFEFF${buildWxr('é “x”', { declaration: ' encoding="UTF-16"' })}`, 'utf16le'),
    ],
    [
      'UTF-16 in the other byte order',
      Buffer.from(`\uFEFF${buildWxr('é “x”')}`, 'utf16le').swap16(),
    ],
    [
      'Windows’s Latin',
      Buffer.from(
        buildWxr('é \u0093x\u0094', { declaration: ' encoding="windows-1252"' }),
        'latin1',
      ),
    ],
    [
      'ISO Latin 1, as browsers read it',
      Buffer.from(buildWxr('é \u0093x\u0094', { declaration: " encoding='ISO-8859-1'" }), 'latin1'),
    ],
  ])('reads %s', async (_, content) => {
    const { posts, failure } = await readText(content)
    expect(failure).toBeUndefined()
    expect(posts[0]!.body).toBe('é “x”')
  })

  it('removes control characters, and notes the line', async () => {
    const { posts, items, failure } = await readText(buildWxr('a\u0008b\u001fc\uffffd'))
    expect(failure).toBeUndefined()
    expect(posts[0]).toMatchObject({ body: 'abcd', notes: [] })
    const notes = items.flatMap((item) => (item.item === 'note' ? [formatNote(item.note)] : []))
    expect(notes).toEqual(['control characters were removed in line 3'])
  })

  it('excludes a post of 50 MB, and continues with the next', async () => {
    const next =
      ']]></content:encoded></item><item><wp:post_id>2</wp:post_id><wp:post_type>post</wp:post_type><content:encoded><![CDATA[b'
    const { posts, excluded, failure } = await readText(
      buildWxr(`${'<p>word</p>\n'.repeat(4_200_000)}${next}`),
    )
    expect(failure).toBeUndefined()
    expect(excluded).toEqual([
      expect.objectContaining({
        sourceId: 'wordpress:1',
        reason: expect.stringContaining('longer than 4,000,000 characters'),
      }),
    ])
    expect(posts.map(({ body }) => body)).toEqual(['b'])
  })

  it('removes scripts from every field', async () => {
    const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    const { posts } = await readText(
      buildWxr(`${script}<svg onload=alert(1)>`, {
        more: `<excerpt:encoded><![CDATA[${script}]]></excerpt:encoded>`,
      }).replace('One', `<![CDATA[${script}Two]]>`),
    )
    expect(posts[0]).toMatchObject({ title: 'Two', dek: null, body: '::figure{src="/x" alt=""}' })
  })
})

/** This export breaks XML's rules in ways that can be repaired. */
const unescaped = `<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><excerpt:encoded>
Tea & salt;\u0001</excerpt:encoded>
<content:encoded><![CDATA[tea & salt\u0008]]></content:encoded></item></channel></rss>`

it('the error names the line of an unescaped ampersand, and how to repair it', async () => {
  const { posts, failure } = await readText(unescaped)
  expect(posts).toEqual([])
  expect(failure).toEqual({ line: 4, reason: expect.stringContaining('--repair') })
})

it('the reader repairs unescaped ampersands and control characters, and reports each', async () => {
  const { items, posts, failure } = await readText(unescaped, { isRepair: true })
  expect(failure).toBeUndefined()
  expect(posts).toMatchObject([{ body: 'tea & salt', dek: 'Tea & salt;', notes: [] }])
  const notes = items.flatMap((item) => (item.item === 'note' ? [formatNote(item.note)] : []))
  expect(notes.sort()).toEqual([
    'an unescaped “&” was escaped, in line 4',
    'control characters were removed in line 4',
    'control characters were removed in line 5',
  ])
})
