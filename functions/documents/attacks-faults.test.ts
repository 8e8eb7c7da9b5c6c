/** Tests calls by staff without the permission, and hostile calls. */
import { beforeEach, describe, expect, it } from 'vitest'
import { day, second } from '../../src/domain/duration.ts'
import { type Browser, expectRefusal } from '../testing/reader-harness.ts'
import { siteUrl } from '../testing/worker-harness.ts'
import { body, DocumentsHarness, openDesk, textFields } from './testing/documents-harness.ts'

const slug = 'fathers-in-pencil'

let harness: DocumentsHarness
let editor: Browser
let writer: Browser
let story: ReturnType<typeof openDesk>
beforeEach(async () => {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
  writer = await harness.addStaff('wasim', 'writer')
  story = openDesk(editor)
})

async function publishOne() {
  await story.save()
  expect((await story.post('publish', { revision: 1 })).status).toBe(200)
  harness.advance(second)
  return (await story.read()).stored!.version
}

const everyCall: readonly [string, string, object?][] = [
  ['GET', ''],
  ['PUT', '/draft', { fields: {}, body: 'Mine.', revision: 1, base: null }],
  ['DELETE', '/draft'],
  ['POST', '/draft/restore'],
  ['POST', '/submit', { revision: 1, note: '' }],
  ['POST', '/preview'],
  ['POST', '/duplicate'],
  ['POST', '/take-over'],
  ['DELETE', '/preview'],
  ['GET', '/revisions'],
  ['GET', '/revisions/20261121T120000000Z-0123'],
]
const editorsCalls: readonly [string, string, object][] = [
  ['POST', '/publish', { revision: 1 }],
  ['POST', '/publish', { revision: 1, at: null }],
  ['POST', '/withdraw', { version: 'a', reason: 'b' }],
  ['POST', '/unpublish', { version: 'a' }],
  ['POST', '/rename', { to: 'mine' }],
  ['POST', '/corrections', { text: 'Not so.' }],
]

describe('a writer', () => {
  it.each(everyCall)('can’t find somebody else’s draft: %s %s', async (method, path, content) => {
    await story.save()
    const before = await harness.readFields(`drafts/articles~${slug}`)
    await expectRefusal(writer.send(method, story.path + path, content), 404, 'not_found')
    expect(await harness.readFields(`drafts/articles~${slug}`)).toEqual(before)
  })

  it.each(editorsCalls)(
    'can’t publish or change what is published: %s %s',
    async (method, path, content) => {
      const own = openDesk(writer)
      await own.save()
      await expectRefusal(writer.send(method, own.path + path, content), 403, 'forbidden')
      expect(await harness.readFields(`articles/${slug}`)).toBeUndefined()
    },
  )

  it('can list only their own drafts and published documents', async () => {
    await harness.storeStory('withdrawn', { status: 'withdrawn' })
    await harness.storeStory('later', { status: 'scheduled' })
    await harness.storeStory('old-draft', { status: 'draft' })
    await harness.storeStory('known')
    await story.save()
    await openDesk(writer, 'mine').save()
    for (const query of [
      '',
      '?search=f',
      '?search=w',
      '?search=O',
      '?category=food',
      '?author=mira-bai',
    ]) {
      const listed = await (await writer.send('GET', `/api/desk/documents${query}`)).json()
      const { documents } = listed as { documents: { slug: string }[] }
      const slugs = documents.map((one) => one.slug)
      expect(['known', 'mine']).toEqual(expect.arrayContaining(slugs))
    }
    for (const hidden of ['withdrawn', 'later', 'old-draft', slug])
      await expectRefusal(openDesk(writer, hidden).get(), 404, 'not_found')
  })

  it('can’t change a draft that an editor has scheduled', async () => {
    await publishOne()
    const { stored } = await story.read()
    const own = openDesk(writer)
    const base = stored!.version
    await own.save({ base, body: 'Mine.\n\n<!-- more -->\n\nAll of it.' })
    const at = new Date(harness.now.getTime() + day).toISOString()
    expect((await story.post('publish', { revision: 1, base, at })).status).toBe(200)
    await expectRefusal(own.save({ base, revision: 1, body: 'Other.' }), 409, 'not_possible')
    await expectRefusal(own.remove(), 409, 'not_possible')
    harness.advance(day)
    await harness.runSchedule()
    expect(await harness.readFields(`articles/${slug}`)).toMatchObject({
      body: expect.stringContaining('All of it.'),
    })
  })

  it.each(['scheduled', 'withdrawn'] as const)(
    'can’t start a draft of a story that is %s',
    async (status) => {
      await harness.storeStory(slug, { status })
      const saved = openDesk(writer).save({ base: '2026-11-21T12:00:00.000000Z' })
      await expectRefusal(saved, 409, 'not_possible')
      expect(await harness.queryAll({ collection: 'drafts' })).toEqual([])
    },
  )

  it('is refused once their key has been revoked', async () => {
    const key = await harness.createKey(writer)
    const save = () =>
      harness.callWithKey(key, 'PUT', `${story.path}/draft`, {
        fields: textFields,
        body,
        revision: 0,
        base: null,
      })
    expect((await save()).status).toBe(200)
    await writer.send('DELETE', `/api/desk/keys/${await harness.getFirstKeyId(writer)}`)
    await expectRefusal(save(), 404, 'not_found')
  })
})

it.each([
  ['a supporter', 'support'],
  ['a reader without a role', null],
] as const)('%s can’t find any documents', async (_, role) => {
  await publishOne()
  const other = await harness.addStaff('sam', role)
  const [status, code] = role ? [403, 'forbidden'] : [404, 'not_found']
  await expectRefusal(openDesk(other).get(), status, code)
  await expectRefusal(other.send('GET', '/api/desk/documents'), status, code)
  await expectRefusal(openDesk(other).save(), status, code)
})

describe('a draft’s fields', () => {
  it('change only the text, and no other data of the story', async () => {
    const base = await publishOne()
    await story.post('corrections', { text: 'The river was the Padma.' })
    await harness.merge(`articles/${slug}`, { importedFrom: 'old:1', identifier: 'the-first' })
    const before = (await harness.readFields(`articles/${slug}`))!
    const fields = {
      ...textFields,
      title: 'Another',
      status: 'withdrawn',
      publishedAt: '2001-01-01T00:00:00Z',
      corrections: [],
      importedFrom: 'evil:1',
      identifier: 'evil',
      updatedAt: '2001-01-01T00:00:00Z',
    }
    expect((await story.save({ fields, base })).status).toBe(200)
    // The document has changed, but the draft is still based on its text.
    const published = await story.post('publish', { revision: 1 })
    expect([published.status, await published.json()]).toMatchObject([200, {}])
    const { title, updatedAt: _, ...kept } = (await harness.readFields(`articles/${slug}`))!
    const { title: __, updatedAt: ___, ...keptBefore } = before
    expect(title).toBe('Another')
    expect(kept).toEqual(keptBefore)
  })

  it('can only be the collection’s own', async () => {
    const fields = { ...textFields, isAdmin: true }
    const saved = (await (await story.save({ fields })).json()) as { problems: object[] }
    expect(saved.problems).toEqual([{ field: ['isAdmin'], message: 'unknown field' }])
    await expectRefusal(story.post('publish', { revision: 1 }), 409, 'not_possible')
  })

  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  it.each<[string, string]>([
    ['a dot', '{"a.b":1}'],
    ['an empty name', '{"":1}'],
    ['Firestore’s own names', '{"__name__":1}'],
    ['a name that every object has', '{"title":{"toString":"a","valueOf":"b"}}'],
    ['a long name', `{"${'a'.repeat(61)}":1}`],
    ['a list in a list', '{"a":[[1]]}'],
    ['great depth', `{"a":${deep}}`],
    ['groups of great depth', `{"a":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['a control character', '{"a":"\\u0000"}'],
    ['half a letter', '{"a":"\\ud800"}'],
    ['no group', '[]'],
    ['nothing', 'null'],
  ])('with %s are refused', async (_, fields) => {
    const text = `{"fields":${fields},"body":"","revision":0,"base":null}`
    await expectRefusal(sendText(text), 400, 'bad_request')
  })

  it('named like a prototype don’t change any prototype', async () => {
    const text =
      '{"fields":{"title":"A","__proto__":{"isAdmin":true}},"body":"","revision":0,"base":null}'
    expect((await sendText(text)).status).toBe(400)
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })

  it.each([
    ['a body', { body: 'a'.repeat(960_000) }, 'too_large'],
    ['fields', { fields: { title: 'a'.repeat(120_000) } }, 'too_large'],
    ['a control character', { body: 'a\u0000b' }, 'bad_request'],
    ['half a letter', { body: 'a\ud800' }, 'bad_request'],
  ])('and bodies are limited: %s', async (_, change, code) => {
    await expectRefusal(story.save(change), code === 'too_large' ? 413 : 400, code)
  })

  it.each([
    ['submit', { revision: 1, note: 'a\ud800' }],
    ['publish', { revision: 1, message: 'a\ud800' }],
    ['withdraw', { version: 'a', reason: 'a\u001b[2J' }],
    ['corrections', { text: 'a\u0000' }],
  ])('and notes must be plain text: %s', async (what, content) => {
    await expectRefusal(story.post(what, content), 400, 'bad_request')
  })

  const sendText = (text: string) =>
    harness.request(`${story.path}/draft`, {
      method: 'PUT',
      body: text,
      headers: {
        'Content-Type': 'application/json',
        Origin: siteUrl,
        Cookie: editor.cookies.format(),
      },
    })
})

describe('an address', () => {
  it.each([
    'a~b',
    '..',
    '%2e%2e',
    'a%2Fb',
    'Capital',
    '-a',
    'a--b',
    '__all__',
    'x'.repeat(121),
    '%00',
  ])('can’t be %s', async (hostile) => {
    for (const [method, path, content] of [...everyCall, ...editorsCalls]) {
      const response = await editor.send(
        method,
        `/api/desk/documents/articles/${hostile}${path}`,
        content,
      )
      expect([404, 405]).toContain(response.status)
    }
    expect(await harness.queryAll({ collection: 'drafts' })).toEqual([])
  })

  it.each(['api', 'desk', 'saved'])('can’t be the site’s own: %s', async (reserved) => {
    await expectRefusal(openDesk(editor, reserved).save(), 409, 'not_possible')
    await story.save()
    await expectRefusal(story.post('rename', { to: reserved }), 409, 'not_possible')
  })

  it('can’t be that of another document', async () => {
    await harness.storeStory('taken')
    await expectRefusal(openDesk(editor, 'taken').save(), 409, 'not_possible')
    await story.save()
    await expectRefusal(story.post('rename', { to: 'taken' }), 409, 'not_possible')
    await openDesk(editor, 'a-draft').save()
    await expectRefusal(story.post('rename', { to: 'a-draft' }), 409, 'not_possible')
  })

  it.each(['users', 'front', 'redirects', 'drafts', 'acts'])(
    'can’t be below %s',
    async (collection) => {
      const other = openDesk(editor, 'home', collection)
      expect((await other.get()).status).toBe(404)
      expect((await other.save()).status).toBe(404)
    },
  )

  it.each([
    '[]',
    '["end"]',
    '[["x","y"],null]',
    '[["2026-01-01T00:00:00Z","../users"],null]',
    'null',
  ])('in a list’s “after” parameter can’t be %s', async (after) => {
    const query = new URLSearchParams({ after })
    await expectRefusal(editor.send('GET', `/api/desk/documents?${query}`), 400, 'bad_request')
  })
})
