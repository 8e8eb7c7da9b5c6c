import { afterAll, describe, expect, it } from 'vitest'
import type { Desk } from '../../scripts/desk/command-line/desk-environment.ts'
import { createInMemoryFirestore } from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { type Change, writeDocuments } from './write-documents.ts'

/** Too many documents, with their revisions, for one commit. */
const count = 260
const { firestore, close } = createInMemoryFirestore()
const slugs = Array.from({ length: count }, (_, index) => `written-at-once-${index}`)
const options = { action: 'imported', dryRun: false }
const desk = { firestore, editor: 'Tests' } as Partial<Desk> as Desk
afterAll(close)

const draftChange = (slug: string, title: string, base: Change['base']): Change => ({
  collection: 'articles',
  slug,
  base,
  fields: {
    title,
    dek: 'B',
    body: 'C',
    category: 'food',
    tags: [],
    authors: ['thiri-hlaing'],
    image: { id: 'x-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
    status: 'draft',
  },
})

async function writeAll(changes: readonly Change[], given: Partial<typeof options> = {}) {
  const answer = await writeDocuments(desk, changes, { ...options, ...given })
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return { ...answer.value, results: answer.value.outcomes.map(({ result }) => result) }
}

async function readRevisions(slug: string) {
  const query = { collection: 'revisions', parent: `articles/${slug}`, orderBy: 'at' }
  const answer = await firestore.query(query)
  if (!answer.ok) throw new Error('not read')
  return answer.value.documents
}

describe('writing many documents', () => {
  it('makes as many commits as needed, and changes nothing when repeated', async () => {
    const changes = slugs.map((slug) => draftChange(slug, 'One', 'new'))
    const trial = await writeAll(changes, { dryRun: true })
    expect(trial).toMatchObject({ committedAt: null, results: slugs.map(() => 'written') })
    expect(await firestore.get(`articles/${slugs[0]}`)).toEqual({ ok: true, value: null })

    const first = await writeAll(changes)
    expect(new Set(first.results)).toEqual(new Set(['written']))
    expect(first.committedAt).not.toBeNull()
    const [one] = await readRevisions(slugs.at(-1)!)
    expect(one).toMatchObject({
      fields: { by: 'Tests', action: 'imported', fields: { title: 'One' } },
    })
    expect(first.outcomes.at(-1)).toMatchObject({ updateTime: one!.updateTime })

    const again = await writeAll(changes)
    expect(again).toMatchObject({ committedAt: null, results: slugs.map(() => 'unchanged') })
    expect(await readRevisions(slugs[0]!)).toHaveLength(1)
  })

  it('stores all except conflicting and invalid documents', async () => {
    const base = new Map<string, string>()
    for (const slug of slugs.slice(0, 4)) {
      const answer = await firestore.get(`articles/${slug}`)
      base.set(slug, answer.ok ? answer.value!.updateTime : '')
    }
    await writeAll([draftChange(slugs[1]!, 'Theirs', 'any')])
    const changes = slugs.slice(0, 4).map((slug) => draftChange(slug, 'Two', base.get(slug)!))
    const broken = { ...changes[3]!, fields: { ...changes[3]!.fields, title: '' } }
    const { results, outcomes } = await writeAll([...changes.slice(0, 3), broken])
    expect(results).toEqual(['written', 'conflict', 'written', 'invalid'])
    expect(outcomes[1]).toMatchObject({
      mine: { title: 'Two' },
      theirs: { fields: { title: 'Theirs' } },
    })
    expect(outcomes[3]).toMatchObject({ problems: [{ field: ['title'] }] })
  })

  it('writes each document once when run twice at the same time', async () => {
    const changes = slugs.slice(10, 40).map((slug) => draftChange(slug, 'Both', 'any'))
    const [one, other] = await Promise.all([writeAll(changes), writeAll(changes)])
    for (const index of changes.keys()) {
      const both = [one!.results[index], other!.results[index]].sort()
      expect(both).toEqual(['unchanged', 'written'])
    }
    expect(await readRevisions(slugs[10]!)).toHaveLength(2)
  })

  it('writes related documents in the same commit or not at all', async () => {
    const slug = slugs[50]!
    const stale = { remove: `articles/${slugs[51]}`, ifUpdatedAt: '2020-01-01T00:00:00Z' }
    const change = { ...draftChange(slug, 'Three', 'any'), relatedWrites: [stale] }
    expect(await writeDocuments(desk, [change], options)).toMatchObject({ ok: false })
    const stored = await firestore.get(`articles/${slug}`)
    expect(stored).toMatchObject({ ok: true, value: { fields: { title: 'One' } } })
  })

  it('can remove a document, which the log keeps', async () => {
    const slug = slugs[60]!
    const gone: Change = { collection: 'articles', slug, fields: null, base: 'any' }
    expect((await writeAll([gone])).results).toEqual(['written'])
    expect((await writeAll([gone])).results).toEqual(['unchanged'])
    expect((await readRevisions(slug)).at(-1)).toMatchObject({
      fields: { fields: { title: 'One' } },
    })
  })
})
