import { z } from 'zod'
import { day } from '../duration.ts'

type ActKind =
  | 'roleChanged'
  | 'keyCreated'
  | 'keyRevoked'
  | 'keyOpened'
  | 'draftSaved'
  | 'draftDeleted'
  | 'draftRestored'
  | 'draftSubmitted'
  | 'draftTakenOver'
  | 'published'
  | 'scheduled'
  | 'unscheduled'
  | 'withdrawn'
  | 'unpublished'
  | 'duplicated'
  | 'renamed'
  | 'corrected'
  | 'previewCreated'
  | 'previewRevoked'
  | 'pictureStored'
  | 'pictureChanged'
  | 'pictureReplaced'
  | 'pictureRemoved'
  | 'frontPageChanged'
  | 'issueApproved'
  | 'issueScheduled'
  | 'issuePaused'
  | 'issueResumed'
  | 'issueCancelled'
  | 'movementExplained'
  | 'giftResent'
  | 'giftVoided'
  | 'giftRefundRequested'
  | 'giftExtended'

/** Days for which acts are kept. */
const actDays = 2 * 365

/** An act by a member of staff, stored as `acts/{id}`. It never contains readers' data: its uids are those of staff. */
export const actSchema = z.object({
  at: z.date(),
  /** A uid; null for an operator with the service account's key. */
  by: z.string().nullable(),
  /** The name of the access key that was used; null in a browser. */
  key: z.string().nullable(),
  /** A newer version may have stored kinds that aren't in `ActKind`. */
  kind: z.string(),
  /** The uid whose role was changed, the name of a key, the path of a document, or the id of a picture or gift. */
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  expiresAt: z.date(),
})
export type StoredAct = z.infer<typeof actSchema>

export type Act = StoredAct & { readonly kind: ActKind }

export const getActExpiry = (at: Date) => new Date(at.getTime() + actDays * day)
