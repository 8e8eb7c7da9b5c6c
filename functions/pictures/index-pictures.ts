/**
 * Indexes the pictures of documents that have changed since the last call, whether the desk, an import or the command
 * line wrote them. Each call reads a limited number of documents; the next call continues.
 */
import { z } from 'zod'
import { minute } from '../../src/domain/duration.ts'
import { maxPictureUses } from '../../src/domain/image/picture.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { isSameValue } from '../../src/domain/same-value.ts'
import type {
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../platform/adapters/firestore.ts'
import {
  commitUnlessOvertaken,
  isConflict,
  maxOwnAttempts,
  type Overtaken,
  repeatIfOvertaken,
} from '../platform/adapters/optimistic-lock.ts'
import { listUsedPictures } from './document-pictures.ts'
import { createPictureWrite, getPicturePath, parsePicture, pickStored } from './picture-records.ts'

export const picturedCollections = ['articles', 'authors', 'pages', 'events', 'issues'] as const
export const draftCollection = 'drafts'

type Source = {
  /** The field of the state that records how far the source has been read. */
  readonly key: string
  readonly collection: (typeof picturedCollections)[number] | typeof draftCollection
  /** The time by which changes are found. */
  readonly orderBy: string
}

const sources: readonly Source[] = [
  ...picturedCollections.map((key) => ({ key, collection: key, orderBy: 'updatedAt' })),
  { key: draftCollection, collection: draftCollection, orderBy: 'savedAt' },
  // Renaming a draft moves it to another path, and isn't a save.
  { key: 'renamedDrafts', collection: draftCollection, orderBy: 'renamedAt' },
]

const pageSize = 50

/** The maximum number of pages that one call reads per collection. */
const maxPages = 4

/** The maximum delay, in milliseconds, after which a commit becomes visible. */
const overlap = minute

const statePath = 'pictureIndex/state'

const placeSchema = z.object({
  at: z.iso.datetime(),
  id: z.string(),
  isComplete: z.boolean(),
  /** Whether no earlier commit can still become visible. */
  isSettled: z.boolean(),
})
type Place = z.infer<typeof placeSchema>

type Used = ReturnType<typeof listUsedPictures>[number] & {
  readonly path: string
  readonly storedAt: Date
}

/** Returns false if documents remain to be read. Costs one read per source, plus one per changed document. */
export async function indexPictures(
  firestore: Firestore,
): Promise<Result<boolean, FirestoreFailure>> {
  const state = await firestore.get(statePath)
  if (!state.ok) return state
  let isComplete = true
  const places: Record<string, Place> = {}
  for (const source of sources) {
    const { success, data } = placeSchema.safeParse(state.value?.fields[source.key])
    let place = success ? data : null
    for (let page = 0; page < maxPages; page++) {
      const next = await indexPage(firestore, source, place)
      if (!next.ok) return next
      if (!next.value) break
      place = places[source.key] = next.value
      if (place.isComplete) break
    }
    isComplete &&= place?.isComplete ?? true
  }
  if (Object.keys(places).length === 0) return succeed(isComplete)
  const known = state.value ? { ifUpdatedAt: state.value.updateTime } : { ifExists: false }
  const stored = await firestore.commit([{ set: statePath, fields: places, merge: true, ...known }])
  // After a simultaneous call, the next one reads the same documents again, which changes nothing.
  return stored.ok || isConflict(stored.failure) ? succeed(isComplete) : stored
}

/** Makes the next calls read all documents again. */
export const restartIndex: Write = { remove: statePath }

function findStart({ at, id, isComplete, isSettled }: Place) {
  if (!isComplete || isSettled) return { value: { timestampValue: at }, id }
  const earlier = new Date(new Date(at).getTime() - overlap).toISOString()
  return { value: { timestampValue: earlier }, id: '-' }
}

/** Null if nothing has changed. */
async function indexPage(
  firestore: Firestore,
  { collection, orderBy }: Source,
  place: Place | null,
): Promise<Result<Place | null, FirestoreFailure>> {
  const found = await firestore.query({
    collection,
    orderBy,
    limit: pageSize,
    fields: ['image', 'portrait', 'fields', 'body', 'publishedAt', 'updatedAt', 'savedAt'],
    ...(place ? { after: findStart(place) } : {}),
  })
  if (!found.ok) return found
  const { documents, positions = [], readAt } = found.value
  const recorded = await recordUses(firestore, documents.flatMap(findUses(collection)))
  if (!recorded.ok) return recorded
  const last = positions.at(-1) ?? (place && { value: { timestampValue: place.at }, id: place.id })
  if (!last || !('timestampValue' in last.value)) return succeed(null)
  const at = last.value.timestampValue
  const isComplete = documents.length < pageSize
  const isSettled = readAt.getTime() - new Date(at).getTime() > overlap
  const next: Place = { at, id: last.id, isComplete, isSettled }
  return succeed(place && isSameValue(next, place) ? null : next)
}

const findUses =
  (collection: Source['collection']) =>
  ({ id: slug, fields }: StoredDocument): Used[] => {
    const { publishedAt, updatedAt, savedAt, fields: draft, body } = fields
    const times = [publishedAt, updatedAt, savedAt].filter((time) => time instanceof Date)
    const storedAt = times[0] ?? new Date(0)
    const content = collection === draftCollection ? { ...Object(draft), body } : fields
    return listUsedPictures(content).map((used) => ({
      ...used,
      path: `${collection}/${slug}`,
      storedAt,
    }))
  }

/** Adds the documents to the records of their pictures. */
async function recordUses(
  firestore: Firestore,
  uses: readonly Used[],
): Promise<Result<void, FirestoreFailure>> {
  const byId = Map.groupBy(uses, ({ id }) => id)
  if (byId.size === 0) return succeed(undefined)
  return repeatIfOvertaken<void, FirestoreFailure>(maxOwnAttempts, async () => {
    const stored = await firestore.getAll([...byId.keys()].map(getPicturePath))
    if (!stored.ok) return stored
    const writes = [...byId].flatMap(([id, used], index) => {
      const record = stored.value[index] ?? null
      const known = parsePicture(record)
      // A newer version's record isn't overwritten.
      if (record && !known) return []
      const write = planRecord(id, used, known)
      return write ? [write] : []
    })
    if (writes.length === 0) return succeed(undefined)
    const committed: Result<unknown, FirestoreFailure | Overtaken> = await commitUnlessOvertaken(
      firestore,
      writes,
    )
    return committed.ok ? succeed(undefined) : committed
  })
}

function planRecord(id: string, used: readonly Used[], known: ReturnType<typeof parsePicture>) {
  const [first] = used
  const before = known?.uses ?? []
  const added = [...new Set(used.map(({ path }) => path))].filter((path) => !before.includes(path))
  const hadMoreUses = known?.hasMoreUses === true
  const isFull = hadMoreUses && before.length >= maxPictureUses
  if (known && (added.length === 0 || isFull)) return null
  const all = [...before, ...added]
  const uses = {
    uses: all.slice(0, maxPictureUses),
    hasMoreUses: hadMoreUses || all.length > maxPictureUses,
  }
  if (known) return createPictureWrite(id, known.updateTime, { ...pickStored(known), ...uses })
  const described = used.find(({ alt }) => alt !== '') ?? first!
  const { width, height, storedAt } = first!
  return createPictureWrite(id, null, {
    alt: described.alt,
    credit: (used.find(({ credit }) => credit !== '') ?? first!).credit,
    licence: '',
    name: '',
    width,
    height,
    focus: null,
    owner: null,
    storedAt,
    ...uses,
  })
}
