/** Renames stories as the desk does, and builds the files from which the site finds the new address. */
import { buildRedirectFiles } from '../../scripts/build/resolve-redirects.ts'
import { planRenameWrites } from '../documents/rename-writes.ts'
import { writeDocuments } from '../documents/write-documents.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { unwrap } from './unwrap.ts'

export async function renameStory(firestore: Firestore, from: string, to: string): Promise<void> {
  const writer = { firestore, editor: 'Tests' }
  const stored = unwrap(await firestore.get(`articles/${from}`))!
  const { updatedAt: _, ...fields } = stored.fields
  const renaming = {
    from: { collection: 'articles', slug: from },
    to: { collection: 'articles', slug: to },
    stored,
  } as const
  const relatedWrites = unwrap(await planRenameWrites(writer, renaming))
  const change = { ...renaming.to, fields, base: 'new', relatedWrites } as const
  const options = { action: 'renamed', formerSlug: from, dryRun: false }
  const { outcomes } = unwrap(await writeDocuments(writer, [change], options))
  if (outcomes[0]?.result !== 'written') throw new Error(JSON.stringify(outcomes))
}

export async function buildRedirects(
  firestore: Firestore,
  assets: Map<string, string>,
): Promise<void> {
  const { documents } = unwrap(await firestore.query({ collection: 'redirects' }))
  const redirects = documents.map(({ id, fields: { from, to } }) => {
    return [id, { slug: id, from: String(from), to: String(to), digest: '' }] as const
  })
  const { files } = buildRedirectFiles(new Map(redirects), () => false)
  for (const { file, content } of files) assets.set(`/${file}`, content)
}
