import { z } from 'zod'
import { day } from '../duration.ts'

/** Acts whose subject is the uid of the account that they change. */
export const accountActKinds = [
  'roleChanged',
  'emailResent',
  'subscriptionCancelled',
  'subscriptionEnded',
  'accessChanged',
  'refundRequested',
  'refunded',
  'creditGranted',
  'creditRemoved',
  'sessionsEnded',
  'profileHidden',
  'profileShown',
] as const
export type AccountActKind = (typeof accountActKinds)[number]

type ActKind =
  | AccountActKind
  | 'importedAccessRemoved'
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

/** An act by a member of staff, stored as `acts/{id}`. Of readers, it contains only the uid. */
export const actSchema = z.object({
  at: z.date(),
  /** A uid; null for an operator with the service account's key. */
  by: z.string().nullable(),
  /** The name of the access key that was used; null in a browser. */
  key: z.string().nullable(),
  /** A newer version may have stored kinds that aren't in `ActKind`. */
  kind: z.string(),
  /** The uid of an account (`accountActKinds`), a key's name, a document's path, or the id of a picture or gift. */
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  expiresAt: z.date(),
})
export type StoredAct = z.infer<typeof actSchema>

export type Act = StoredAct & { readonly kind: ActKind }

export const getActExpiry = (at: Date) => new Date(at.getTime() + actDays * day)
