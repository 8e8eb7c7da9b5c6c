import { afterAll, describe, expect, it } from 'vitest'
import { stack } from '../../functions/edge-client.ts'
import { deriveDeskKeys } from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { connectFirestore } from '../site/firestore.ts'
import type { Desk } from './environment.ts'
import { type Change, writeDocuments } from './write.ts'

/** More than one commit takes, with their revisions. */
const count = 260
const firestore = connectFirestore(stack.buildEnvironment)
const slugs = Array.from({ length: count }, (_, index) => `written-at-once-${index}`)
const options = { action: 'imported', dryRun: false }

const desk: Desk = {
  siteUrl: stack.siteUrl,
  projectId: 'x',
  firestore,
  keys: await deriveDeskKeys(keyringSchema.parse(stack.deskEnvironment.DESK_KEYS)),
  editor: 'Tests',
  payPal: null,
}

const draft = (slug: string, title: string, base: Change['base']): Change => ({
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

async function write(changes: readonly Change[], given: Partial<typeof options> = {}) {
  const answer = await writeDocuments(desk, changes, { ...options, ...given })
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
  return { ...answer.value, results: answer.value.outcomes.map(({ result }) => result) }
}

async function revisionsOf(slug: string) {
  const query = { collection: 'revisions', under: `articles/${slug}`, orderBy: 'at' }
  const answer = await firestore.query(query)
  if (!answer.ok) throw new Error('not read')
  return answer.value.documents
}

afterAll(async () => {
  for (const slug of slugs) {
    const revisions = (await revisionsOf(slug)).map(({ id }) => ({
      remove: `articles/${slug}/revisions/${id}`,
    }))
    await firestore.commit([{ remove: `articles/${slug}` }, ...revisions])
  }
})

describe('writing many documents', () => {
  it('takes as many commits as it needs, and none the second time', async () => {
    const changes = slugs.map((slug) => draft(slug, 'One', 'new'))
    const trial = await write(changes, { dryRun: true })
    expect(trial).toMatchObject({ at: null, results: slugs.map(() => 'written') })
    expect(await firestore.get(`articles/${slugs[0]}`)).toEqual({ ok: true, value: null })

    const first = await write(changes)
    expect(new Set(first.results)).toEqual(new Set(['written']))
    expect(first.at).not.toBeNull()
    const [one] = await revisionsOf(slugs.at(-1)!)
    expect(one).toMatchObject({
      fields: { by: 'Tests', action: 'imported', fields: { title: 'One' } },
    })
    // The document and its revision are of one commit.
    expect(first.outcomes.at(-1)).toMatchObject({ updateTime: one!.updateTime })

    const again = await write(changes)
    expect(again).toMatchObject({ at: null, results: slugs.map(() => 'unchanged') })
    expect(await revisionsOf(slugs[0]!)).toHaveLength(1)
  })

  it('stores all but those that somebody else has changed, and those that are not sound', async () => {
    const base = new Map<string, string>()
    for (const slug of slugs.slice(0, 4)) {
      const answer = await firestore.get(`articles/${slug}`)
      base.set(slug, answer.ok ? answer.value!.updateTime : '')
    }
    await write([draft(slugs[1]!, 'Theirs', 'any')])
    const changes = slugs.slice(0, 4).map((slug) => draft(slug, 'Two', base.get(slug)!))
    const broken = { ...changes[3]!, fields: { ...changes[3]!.fields, title: '' } }
    const { results, outcomes } = await write([...changes.slice(0, 3), broken])
    expect(results).toEqual(['written', 'conflict', 'written', 'invalid'])
    expect(outcomes[1]).toMatchObject({
      mine: { title: 'Two' },
      theirs: { fields: { title: 'Theirs' } },
    })
    expect(outcomes[3]).toMatchObject({ problems: [{ field: ['title'] }] })
  })

  it('writes each once where two do the same at the same time', async () => {
    const changes = slugs.slice(10, 40).map((slug) => draft(slug, 'Both', 'any'))
    const [one, other] = await Promise.all([write(changes), write(changes)])
    for (const index of changes.keys()) {
      const both = [one!.results[index], other!.results[index]].sort()
      expect(both).toEqual(['unchanged', 'written'])
    }
    expect(await revisionsOf(slugs[10]!)).toHaveLength(2)
  })

  it('writes what goes alongside in the same commit or not at all', async () => {
    const slug = slugs[50]!
    const stale = { remove: `articles/${slugs[51]}`, ifUpdatedAt: '2020-01-01T00:00:00Z' }
    const change = { ...draft(slug, 'Three', 'any'), alongside: [stale] }
    expect(await writeDocuments(desk, [change], options)).toMatchObject({ ok: false })
    const stored = await firestore.get(`articles/${slug}`)
    expect(stored).toMatchObject({ ok: true, value: { fields: { title: 'One' } } })
  })

  it('removes what it has seen, and keeps it in the log', async () => {
    const slug = slugs[60]!
    const gone: Change = { collection: 'articles', slug, fields: null, base: 'any' }
    expect((await write([gone])).results).toEqual(['written'])
    expect((await write([gone])).results).toEqual(['unchanged'])
    expect((await revisionsOf(slug)).at(-1)).toMatchObject({ fields: { fields: { title: 'One' } } })
  })
})
