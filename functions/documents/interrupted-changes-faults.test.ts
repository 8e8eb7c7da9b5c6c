/**
 * Tests a Worker that is interrupted in any call while it changes a document or a draft. Repeating the call completes
 * the change exactly once.
 */
import { describe, expect, it } from 'vitest'
import { day, second } from '../../src/domain/duration.ts'
import { FaultError } from '../testing/interruptible-services.ts'
import type { Browser } from '../testing/reader-harness.ts'
import { DocumentsHarness, openDesk, textFields } from './testing/documents-harness.ts'

const slug = 'fathers-in-pencil'

let harness: DocumentsHarness
let editor: Browser
type Desk = ReturnType<typeof openDesk>

async function open(): Promise<Desk> {
  harness = await new DocumentsHarness().prepare()
  editor = await harness.addStaff('eva', 'editor')
  return openDesk(editor)
}

async function publishOne(): Promise<Desk> {
  const story = await open()
  await story.save()
  await story.post('publish', { revision: 1 })
  harness.advance(second)
  return story
}

/** A draft of the published story, with another title. */
async function changeOne() {
  const story = await publishOne()
  const { stored } = await story.read()
  const base = stored!.version
  await story.save({ fields: { ...textFields, title: 'Fathers in ink' }, base })
  harness.advance(second)
  return story
}

const inTime = () => new Date(harness.now.getTime() + day).toISOString()

const changes: Record<string, () => Promise<() => Promise<Response>>> = {
  'saves a new draft': async () => (await open()).save,
  'saves a draft again': async () => {
    const story = await open()
    await story.save()
    return () => story.save({ revision: 1, body: 'Another text.' })
  },
  'saves a draft of an earlier version': async () => {
    const story = await open()
    await harness.storeStory(slug, { status: 'draft', importedFrom: 'old:1' })
    return story.save
  },
  'deletes a draft': async () => {
    const story = await open()
    await story.save()
    return story.remove
  },
  'restores a draft': async () => {
    const story = await open()
    await story.save()
    await story.remove()
    return () => story.post('draft/restore')
  },
  'submits a draft': async () => {
    const story = await open()
    await story.save()
    return () => story.post('submit', { revision: 1, note: 'Please.' })
  },
  'takes a draft over': async () => {
    const story = await open()
    await story.save()
    const other = openDesk(await harness.addStaff('edda', 'editor'))
    return () => other.post('take-over')
  },
  'publishes a new story': async () => {
    const story = await open()
    await story.save()
    return () => story.post('publish', { revision: 1, message: 'At last' })
  },
  'publishes a change': async () => {
    const story = await changeOne()
    return () => story.post('publish', { revision: 1 })
  },
  'publishes a story with pictures that are closed': async () => {
    const story = await open()
    harness.storePicture('a-new-boat-0123456789abcdef', true)
    const image = { ...textFields.image, id: 'a-new-boat-0123456789abcdef' }
    await story.save({ fields: { ...textFields, image } })
    return () => story.post('publish', { revision: 1 })
  },
  'schedules a new story': async () => {
    const story = await open()
    await story.save()
    const at = inTime()
    return () => story.post('publish', { revision: 1, at })
  },
  'schedules a change': async () => {
    const story = await changeOne()
    const at = inTime()
    return () => story.post('publish', { revision: 1, at })
  },
  'ends the schedule of a change': async () => {
    const story = await changeOne()
    await story.post('publish', { revision: 1, at: inTime() })
    return () => story.post('publish', { revision: 1, at: null })
  },
  'makes a scheduled story a draft again': async () => {
    const story = await open()
    await story.save()
    await story.post('publish', { revision: 1, at: inTime() })
    return () => story.post('publish', { revision: 1, at: null })
  },
  'withdraws a story': async () => {
    const story = await publishOne()
    const { stored } = await story.read()
    return () => story.post('withdraw', { version: stored!.version, reason: 'Wrong name' })
  },
  'withdraws a story with a scheduled change': async () => {
    const story = await changeOne()
    await story.post('publish', { revision: 1, at: inTime() })
    const { stored } = await story.read()
    return () => story.post('withdraw', { version: stored!.version, reason: 'Wrong name' })
  },
  'unpublishes a story': async () => {
    const story = await publishOne()
    const { stored } = await story.read()
    return () => story.post('unpublish', { version: stored!.version })
  },
  'duplicates a story': async () => {
    const story = await publishOne()
    return () => story.post('duplicate')
  },
  'renames a story with a draft': async () => {
    const story = await changeOne()
    return () => story.post('rename', { to: 'fathers-in-ink' })
  },
  'renames a draft': async () => {
    const story = await open()
    await story.save()
    return () => story.post('rename', { to: 'fathers-in-ink' })
  },
  'adds a correction': async () => {
    const story = await publishOne()
    return () => story.post('corrections', { text: 'The river was the Padma.' })
  },
  'changes the front page': async () => {
    await publishOne()
    const front = { lead: slug, order: [], pins: [] }
    return () => editor.send('PUT', '/api/desk/front', { version: null, front })
  },
  'creates a preview': async () => {
    const story = await open()
    await story.save()
    return () => story.post('preview')
  },
  'revokes a preview': async () => {
    const story = await open()
    await story.save()
    await story.post('preview')
    return () => editor.send('DELETE', `${story.path}/preview`)
  },
  'publishes a scheduled change': async () => {
    const story = await changeOne()
    await story.post('publish', { revision: 1, at: inTime() })
    harness.advance(2 * day)
    return async () => {
      const published = await harness.runSchedule()
      if (harness.isInterrupted) throw new FaultError()
      return new Response(null, { status: published.ok ? 204 : 503 })
    }
  },
}

/** Reads all stored effects of the changes, except ids and the commits' times. */
async function readAll() {
  const list = async (collection: string, parent?: string) =>
    (await harness.queryAll({ collection, ...(parent ? { parent } : {}) })).map(
      ({ id, fields: { updatedAt: _, at: __, base: ___, preview, ...fields } }) => ({
        ...(collection === 'acts' || collection === 'revisions' ? {} : { id }),
        ...fields,
        hasPreview: typeof preview === 'string',
      }),
    )
  const withoutTimes = (name: string, value: unknown) => (name === 'updatedAt' ? undefined : value)
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, withoutTimes)).sort()
  return {
    articles: await list('articles'),
    front: await list('front'),
    drafts: await list('drafts'),
    redirects: await list('redirects'),
    acts: sorted(await list('acts')),
    revisions: sorted([
      ...(await list('revisions', `articles/${slug}`)),
      ...(await list('revisions', 'articles/fathers-in-ink')),
      ...(await list('revisions', 'front/home')),
    ]),
    isRebuildWanted: (await harness.readFields('publishing/rebuild')) !== undefined,
    pictures: [...harness.pictures.keys()].map((id) => [id, harness.isOpen(id)]),
  }
}

describe('a Worker that is interrupted', () => {
  it.each(Object.entries(changes))(
    'while it %s has made either the whole change or none of it',
    async (_, prepare) => {
      const run = await prepare()
      const before = await readAll()
      harness.calls = 0
      expect((await run()).ok).toBe(true)
      const { calls } = harness
      const after = await readAll()
      // Repeating the change has no further effect.
      expect((await run()).ok).toBe(true)
      expect(await readAll()).toEqual(after)
      expect(calls).toBeGreaterThan(2)
      for (let call = 1; call <= calls; call++) {
        for (const isCallMade of [false, true]) {
          const repeat = await prepare()
          harness.calls = 0
          harness.fault = { call, isCallMade }
          await expect(repeat(), `call ${call}`).rejects.toThrow(FaultError)
          harness.clearFault()
          const { pictures, isRebuildWanted, ...left } = await readAll()
          expect([before, after], `call ${call}`).toContainEqual(expect.objectContaining(left))
          const answer = await repeat()
          expect(answer.ok, `call ${call}`).toBe(true)
          expect(await readAll()).toEqual(after)
        }
      }
    },
  )
})
