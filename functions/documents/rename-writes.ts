/**
 * Plans everything that is written with a renamed document: the removal of the old one, redirects and the front page,
 * so that readers never see half a rename.
 */
import { type DocumentRef, publicPath } from '../../src/content/manuscript/document.ts'
import {
  type RenamableCollection,
  renamableCollections,
} from '../../src/domain/renamable-collections.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { FirestoreFailure, StoredDocument, Write } from '../platform/adapters/firestore.ts'
import { renameInFrontPage } from './front-page-document.ts'
import { buildRedirectRemoval, buildRedirectWrite } from './redirect-write.ts'
import { buildRevisionWrite, revisionQuery } from './revision.ts'
import type { Writer } from './write-documents.ts'

export type RenamableRef = DocumentRef & { readonly collection: RenamableCollection }

/** A larger commit would be slow, and a rename needs a few other writes. */
const maxRedirects = 400

export type RenameFailure = FirestoreFailure | { readonly kind: 'tooManyRedirects' }

type Renaming = {
  readonly from: RenamableRef
  readonly to: RenamableRef
  readonly stored: StoredDocument
}

export async function planRenameWrites(
  writer: Writer,
  { from, to, stored }: Renaming,
): Promise<Result<Write[], RenameFailure>> {
  const { editor: by } = writer
  const newAddress = publicPath(to)
  const revision = { by, action: 'renamed', message: `to ${newAddress}`, fields: stored.fields }
  const removal = { remove: `${from.collection}/${from.slug}`, ifUpdatedAt: stored.updateTime }
  const isPublic = await wasPublic(writer, from, stored)
  if (!isPublic.ok) return isPublic
  const redirects = isPublic.value ? await planRedirects(writer, from, to) : succeed([])
  if (!redirects.ok) return redirects
  const endedRedirect = await buildRedirectRemoval(writer.firestore, newAddress)
  if (!endedRedirect.ok) return endedRedirect
  const frontPage =
    from.collection === 'articles'
      ? await planFrontPageWrites(writer, from.slug, to.slug)
      : succeed([])
  if (!frontPage.ok) return frontPage
  return succeed([
    removal,
    buildRevisionWrite(from, revision, stored.updateTime),
    ...redirects.value,
    // The new address itself no longer redirects.
    ...(endedRedirect.value ? [endedRedirect.value] : []),
    ...frontPage.value,
  ])
}

/** Whether readers may know the document's address. */
async function wasPublic(
  { firestore }: Writer,
  ref: RenamableRef,
  { fields }: StoredDocument,
): Promise<Result<boolean, FirestoreFailure>> {
  if (ref.collection !== 'articles' || fields.status === 'published') return succeed(true)
  const revisions = await firestore.query({ ...revisionQuery(ref), fields: ['fields'] })
  if (!revisions.ok) return revisions
  const { documents } = revisions.value
  // A withdrawn story without revisions may have been published.
  const isUnknown = documents.length === 0 && fields.status === 'withdrawn'
  return succeed(
    isUnknown || documents.some(({ fields: revision }) => isPublished(revision.fields)),
  )
}

const isPublished = (document: unknown) =>
  typeof document === 'object' &&
  document !== null &&
  'status' in document &&
  document.status === 'published'

/** Points redirects to the old address at the new one, so that each takes one step. */
async function planRedirects(
  { firestore }: Writer,
  from: RenamableRef,
  to: RenamableRef,
): Promise<Result<Write[], RenameFailure>> {
  const [oldAddress, newAddress] = [publicPath(from), publicPath(to)]
  const redirect = await buildRedirectWrite(oldAddress, newAddress)
  const existing = await firestore.get(redirect.set)
  if (!existing.ok) return existing
  const incoming = await firestore.query({
    collection: 'redirects',
    where: [{ field: 'to', is: 'EQUAL', value: oldAddress }],
  })
  if (!incoming.ok) return incoming
  const { documents } = incoming.value
  if (documents.length > maxRedirects) return fail({ kind: 'tooManyRedirects' })
  const used = await findUsedAddresses(
    { firestore },
    documents.map(({ fields }) => String(fields.from)),
  )
  if (!used.ok) return used
  const writes: Write[] = [
    {
      ...redirect,
      ...(existing.value ? { ifUpdatedAt: existing.value.updateTime } : { ifExists: false }),
    },
  ]
  for (const { id, fields, updateTime } of documents) {
    const address = String(fields.from)
    if (address === newAddress || address === oldAddress) continue
    // A rewritten redirect would count as newer than the document at its address, and replace it.
    if (used.value.has(address)) continue
    const updated = await buildRedirectWrite(address, newAddress)
    writes.push({ ...updated, set: `redirects/${id}`, ifUpdatedAt: updateTime })
  }
  return succeed(writes)
}

async function findUsedAddresses(
  { firestore }: Pick<Writer, 'firestore'>,
  addresses: readonly string[],
): Promise<Result<ReadonlySet<string>, FirestoreFailure>> {
  const candidates = addresses.flatMap((address) => {
    const [, slug] = /^\/(?:events\/)?([^/]+)$/.exec(address) ?? []
    if (!slug) return []
    return renamableCollections
      .filter((collection) => publicPath({ collection, slug }) === address)
      .map((collection) => ({ address, path: `${collection}/${slug}` }))
  })
  const paths = candidates.map(({ path }) => path)
  const found = await firestore.getAll(paths, ['status'])
  if (!found.ok) return found
  const used = candidates.filter((_, index) => found.value[index] !== null)
  return succeed(new Set(used.map(({ address }) => address)))
}

async function planFrontPageWrites(
  { firestore, editor: by }: Writer,
  oldSlug: string,
  newSlug: string,
): Promise<Result<Write[], FirestoreFailure>> {
  const stored = await firestore.get('front/home')
  if (!stored.ok) return stored
  if (!stored.value) return succeed([])
  const fields = renameInFrontPage(stored.value.fields, oldSlug, newSlug)
  if (!fields) return succeed([])
  const { updateTime } = stored.value
  const revision = { by, action: 'renamed', message: `${oldSlug} to ${newSlug}`, fields }
  return succeed([
    { set: 'front/home', fields, serverTimes: ['updatedAt'], ifUpdatedAt: updateTime },
    buildRevisionWrite({ collection: 'front', slug: 'home' }, revision, updateTime),
  ])
}

/** Returns the renamed document if an earlier call has completed the rename; null otherwise. */
export async function findCompletedRename(
  { firestore }: Pick<Writer, 'firestore'>,
  from: RenamableRef,
  to: RenamableRef,
): Promise<Result<StoredDocument | null, FirestoreFailure>> {
  const found = await firestore.getAll(
    [from, to].map(({ collection, slug }) => `${collection}/${slug}`),
  )
  if (!found.ok) return found
  const [before, after] = found.value as [StoredDocument | null, StoredDocument | null]
  if (before || !after) return succeed(null)
  const renamed = await firestore.query({
    ...revisionQuery(to),
    where: [{ field: 'formerSlug', is: 'EQUAL', value: from.slug }],
    fields: ['formerSlug'],
    limit: 1,
  })
  if (!renamed.ok) return renamed
  return succeed(renamed.value.documents.length > 0 ? after : null)
}
