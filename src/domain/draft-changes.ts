/** Decides what a call does to a draft. */
import { binDays, type Draft, type DraftFields, editingTime } from './draft.ts'
import { day } from './duration.ts'
import { isSameValue } from './same-value.ts'

export const isSameContent = (one: DraftContent, other: DraftContent): boolean =>
  one.body === other.body && isSameValue(one.fields, other.fields)

export type DraftContent = { readonly fields: DraftFields; readonly body: string }

export type Save = DraftContent & {
  /** The revision that the caller has seen; 0 for none. */
  readonly revision: number
  readonly base: string | null
  readonly by: string
}

export type SaveDecision =
  | 'write'
  /** The same draft is already stored, perhaps by an earlier attempt of this call. */
  | 'same'
  | 'outdated'
  /** An editor has approved another text to be published at a time. */
  | 'scheduled'

/** `isEditor` means that the caller may publish. */
export function decideSave(draft: Draft | null, save: Save, isEditor: boolean): SaveDecision {
  if (draft === null) return save.revision === 0 ? 'write' : 'outdated'
  const isSame =
    draft.savedBy === save.by &&
    draft.base === save.base &&
    draft.deletedAt === null &&
    isSameContent(draft, save)
  const { revision } = draft
  if (isSame && (revision === save.revision || revision === save.revision + 1)) return 'same'
  if (revision !== save.revision) return 'outdated'
  return draft.publishAt !== null && !isEditor ? 'scheduled' : 'write'
}

/** Whether the caller has seen this draft as it is. */
export const isKnownDraft = (draft: Draft, known: Pick<Draft, 'revision' | 'base'>): boolean =>
  draft.revision === known.revision && draft.base === known.base

/** Saving a draft removes it from the bin. */
export function applySave(
  draft: Draft | null,
  { fields, body, base, by }: Save,
  key: Pick<Draft, 'collection' | 'slug'>,
  at: Date,
): Draft {
  const saved = { fields, body, base, savedAt: at, savedBy: by, deletedAt: null, expiresAt: null }
  // An imported draft has no owner until somebody saves it.
  if (draft) return { ...draft, ...saved, revision: draft.revision + 1, owner: draft.owner || by }
  return {
    ...key,
    ...saved,
    revision: 1,
    owner: by,
    submitted: null,
    takenOver: null,
    publishAt: null,
    preview: null,
    kept: {},
  }
}

/** Ends the draft's schedule and submission, too. */
export const putIntoBin = (draft: Draft, at: Date): Draft => ({
  ...draft,
  submitted: null,
  publishAt: null,
  preview: null,
  deletedAt: at,
  expiresAt: new Date(at.getTime() + binDays * day),
})

export const takeOutOfBin = (draft: Draft): Draft => ({
  ...draft,
  deletedAt: null,
  expiresAt: null,
})

/** Returns the uid of another person who has saved the draft in the last few minutes. */
export const findOtherEditor = (
  { savedAt, savedBy, deletedAt }: Draft,
  uid: string,
  now: Date,
): string | null =>
  savedBy !== uid &&
  savedBy !== '' &&
  deletedAt === null &&
  now.getTime() - savedAt.getTime() < editingTime
    ? savedBy
    : null

/** Returns null if the same person has already taken the draft over, and nobody else has saved it since. */
export const takeOver = (draft: Draft, uid: string, at: Date): Draft | null =>
  draft.takenOver?.by === uid && (draft.savedBy === uid || draft.takenOver.at >= draft.savedAt)
    ? null
    : { ...draft, takenOver: { by: uid, at } }
