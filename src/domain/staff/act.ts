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
  | 'published'
  | 'scheduled'
  | 'unscheduled'
  | 'withdrawn'
  | 'renamed'
  | 'corrected'
  | 'previewCreated'
  | 'previewRevoked'
  | 'pictureStored'

/** Days for which acts are stored. */
const actDays = 2 * 365

/** `acts/{id}`: something that a member of staff has done. It never contains data of readers: uids are those of staff. */
export const actSchema = z.object({
  at: z.date(),
  /** A uid. Null for an operator with the service account's key. */
  by: z.string().nullable(),
  /** The name of the access key that was used. Null in a browser. */
  key: z.string().nullable(),
  /** A newer version may have stored others than `ActKind`. */
  kind: z.string(),
  /** The uid whose role was changed, the name of a key, the path of a document, or the id of a picture. */
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  expiresAt: z.date(),
})
export type StoredAct = z.infer<typeof actSchema>

export type Act = StoredAct & { readonly kind: ActKind }

export const getActExpiry = (at: Date) => new Date(at.getTime() + actDays * day)
