/** Changes a picture in all published documents that show it, in one commit with the picture's record. */
import { type Result, succeed } from '../../src/domain/result.ts'
import { getStaffName } from '../documents/change-document.ts'
import { type CommittedChange, commitPublicChange } from '../documents/commit-change.ts'
import type { DocumentsDeps } from '../documents/documents-deps.ts'
import { openDraftPictures } from '../documents/open-draft-pictures.ts'
import { planOneWrite } from '../documents/write-documents.ts'
import type { Staff } from '../identity/caller.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import type { FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, type Overtaken } from '../platform/adapters/optimistic-lock.ts'
import { changePicture } from './document-pictures.ts'
import { readUsingDocuments } from './find-uses.ts'
import type { StoredPicture } from './picture-records.ts'

type Options = {
  readonly picture: StoredPicture
  readonly change: Parameters<typeof changePicture>[2]
  /** The action that the revisions record. */
  readonly action: string
  /** Whether a document that can't be stored prevents changes to the others. */
  readonly isStrict: boolean
  readonly relatedWrites: readonly Write[]
}

export type ChangedUses = {
  readonly changed: number
  /** Set if readers see a change. */
  readonly committed: CommittedChange | null
}

export async function changeUses(
  deps: DocumentsDeps,
  staff: Staff,
  { picture, change, action, isStrict, relatedWrites }: Options,
): Promise<
  Result<ChangedUses, Refusal<'not_possible' | 'unavailable'> | FirestoreFailure | Overtaken>
> {
  const { firestore } = deps
  const documents = await readUsingDocuments(firestore, picture)
  if (!documents.ok) return documents
  const writer = { firestore, editor: getStaffName(staff) }
  const writes: Write[] = []
  let changed = 0
  for (const { ref, stored } of documents.value) {
    const { updatedAt: _, ...before } = stored.fields
    const fields = changePicture(before, picture.id, change)
    const base = stored.updateTime
    const planned = await planOneWrite(writer, { ...ref, fields, base }, { action, dryRun: false })
    if (!planned.ok) return planned
    if ('writes' in planned.value) {
      const opened = await openDraftPictures(deps, ref, fields, stored)
      if (!opened.ok) return opened
      writes.push(...planned.value.writes)
      changed++
      continue
    }
    if (planned.value.result === 'invalid' && isStrict)
      return refuse(
        'not_possible',
        `${ref.collection}/${ref.slug} has other problems. Open it, fix them and publish it first.`,
      )
  }
  if (changed > 0) {
    const committed = await commitPublicChange(deps, [...writes, ...relatedWrites])
    return committed.ok ? succeed({ changed, committed: committed.value }) : committed
  }
  const committed = await commitUnlessOvertaken(firestore, relatedWrites)
  return committed.ok ? succeed({ changed, committed: null }) : committed
}
