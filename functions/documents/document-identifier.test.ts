import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Desk } from '../../scripts/desk/command-line/desk-environment.ts'
import { createInMemoryFirestore } from '../../scripts/dev/fakes/firestore/in-memory-firestore.ts'
import { readFields } from '../../src/content/manuscript/document.ts'
import { formatManuscript } from '../../src/content/manuscript/format-manuscript.ts'
import { parseManuscript } from '../../src/content/manuscript/parse-manuscript.ts'
import { getIdentifier } from '../../src/domain/identifier.ts'
import { accentColours } from '../../src/publication/accent-colours.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { buildRedirectWrite } from './redirect-write.ts'
import { type Change, writeDocuments } from './write-documents.ts'

const collection = 'events'
const salon: Fields = {
  title: 'Letters, not sent',
  dek: 'An evening.',
  body: 'Doors at six.',
  startsAt: new Date('2026-12-12T18:30:00Z'),
  endsAt: new Date('2026-12-12T21:30:00Z'),
  timeZone: 'Europe/London',
  place: 'Lascar Hall',
  image: { id: 'x-0123456789abcdef', alt: 'A', credit: 'B', width: 3, height: 2 },
  accentColour: accentColours[0],
  programme: [],
}

let databases: ReturnType<typeof createInMemoryFirestore>[]
beforeEach(() => {
  databases = []
})
afterEach(() => {
  for (const { close } of databases) close()
})

/** A publication with an event at `/events/salon`. */
async function createPublication(events: Readonly<Record<string, Fields>> = { salon }) {
  const database = createInMemoryFirestore()
  databases.push(database)
  const { firestore } = database
  const desk = { firestore, editor: 'Tests' } as Partial<Desk> as Desk
  type Given = Pick<Change, 'slug' | 'fields'> & Partial<Change>
  async function writeAll(given: readonly Given[], formerSlug = '') {
    const options = { action: 'tested', dryRun: false, ...(formerSlug ? { formerSlug } : {}) }
    const changes = given.map((change): Change => ({ collection, base: 'any', ...change }))
    const written = await writeDocuments(desk, changes, options)
    if (!written.ok) throw new Error(JSON.stringify(written.failure))
    expect(written.value.outcomes).toMatchObject(changes.map(() => ({ result: 'written' })))
  }
  const write = (change: Given, formerSlug = '') => writeAll([change], formerSlug)
  async function read(slug: string): Promise<Fields> {
    const stored = await firestore.get(`${collection}/${slug}`)
    if (!stored.ok || !stored.value) throw new Error(`${slug} is missing`)
    const { updatedAt: _, ...fields } = stored.value.fields
    return fields
  }
  for (const [slug, fields] of Object.entries(events)) await write({ slug, fields })
  return {
    write,
    writeAll,
    read,
    identify: async (slug: string) => getIdentifier({ slug, ...(await read(slug)) }),
    redirect: async (from: string, to: string | null) =>
      firestore.commit([await buildRedirectWrite(`/events/${from}`, to && `/events/${to}`)]),
    async rename(from: string, to: string) {
      const relatedWrites = [
        { remove: `${collection}/${from}` },
        await buildRedirectWrite(`/events/${from}`, `/events/${to}`),
      ]
      await write({ slug: to, fields: await read(from), base: 'new', relatedWrites }, from)
    },
  }
}

/** Writes a document in the export's format, and reads it again. */
function exportAndRead(slug: string, fields: Fields): Fields {
  const text = formatManuscript({ collection, fields, version: null })
  const parsed = parseManuscript(`${slug}.md`, text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
  return { identifier: slug, ...readFields(parsed.value) }
}

describe('the identifier of a document', () => {
  it('is its first slug, however often it is renamed', async () => {
    const publication = await createPublication()
    expect(await publication.read('salon')).not.toHaveProperty('identifier')
    for (const [from, to] of [
      ['salon', 'winter'],
      ['winter', 'spring'],
      ['spring', 'salon'],
    ] as const) {
      await publication.rename(from, to)
      expect(await publication.identify(to)).toBe('salon')
    }
  })

  it('is new at an address that another document had before', async () => {
    const publication = await createPublication()
    await publication.rename('salon', 'winter')
    await publication.write({ slug: 'salon', fields: { ...salon, title: 'Another' } })
    expect(await publication.identify('salon')).toMatch(/^[\da-f-]{36}$/)
    await publication.rename('salon', 'second')
    await publication.write({ slug: 'salon', fields: { ...salon, title: 'A third' } })
    const all = await Promise.all(['winter', 'second', 'salon'].map(publication.identify))
    expect(new Set(all).size).toBe(3)
  })

  it('is new at an address from which an earlier version of the software renamed a document', async () => {
    const publication = await createPublication()
    await publication.redirect('old', 'salon')
    await publication.redirect('older', null)
    for (const slug of ['old', 'older']) {
      await publication.write({ slug, fields: salon })
      expect(await publication.identify(slug)).not.toBe(slug)
    }
  })

  it('is kept when the document is overwritten, whatever the file says', async () => {
    const publication = await createPublication()
    await publication.rename('salon', 'winter')
    for (const identifier of [undefined, 'another']) {
      const title = `With ${identifier}`
      await publication.write({ slug: 'winter', fields: { ...salon, title, identifier } })
      expect(await publication.identify('winter')).toBe('salon')
    }
  })

  it('is kept by an export and an import, regardless of redirects', async () => {
    const ours = await createPublication({ salon, plain: salon })
    await ours.rename('salon', 'winter')
    await ours.write({ slug: 'salon', fields: { ...salon, title: 'Another' } })
    const theirs = await createPublication({})
    const slugs = ['winter', 'salon', 'plain']
    for (const slug of slugs) {
      await theirs.redirect(slug, null)
      await theirs.write({ slug, fields: exportAndRead(slug, await ours.read(slug)) })
      expect(await theirs.read(slug)).toEqual(await ours.read(slug))
      expect(await theirs.identify(slug)).toBe(await ours.identify(slug))
    }
  })

  it('belongs to one document of a batch, whichever file names it', async () => {
    const publication = await createPublication({})
    const files = { copy: { identifier: 'salon' }, salon: {}, second: { identifier: 'copy' } }
    await publication.writeAll(
      Object.entries(files).map(([slug, given]) => ({
        slug,
        fields: { ...salon, ...given, title: slug },
      })),
    )
    const all = await Promise.all(Object.keys(files).map(publication.identify))
    expect(all).toEqual(['salon', expect.stringMatching(/^[\da-f-]{36}$/), 'copy'])
  })

  it('isn’t copied with a file, or restored by an old export', async () => {
    const publication = await createPublication()
    const before = exportAndRead('salon', salon)
    await publication.rename('salon', 'winter')
    const copied = { ...(await publication.read('winter')), title: 'Another' }
    await publication.write({ slug: 'copy', fields: copied })
    await publication.write({ slug: 'salon', fields: before })
    await publication.write({ slug: 'plain', fields: salon })
    await publication.write({ slug: 'other', fields: { ...salon, identifier: 'plain' } })
    const all = ['winter', 'copy', 'salon', 'plain', 'other'].map(publication.identify)
    expect(new Set(await Promise.all(all)).size).toBe(5)
  })
})
