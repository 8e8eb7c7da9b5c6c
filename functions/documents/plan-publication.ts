/** Decides how a draft becomes a document. */

import { publicPath } from '../../src/content/manuscript/document.ts'
import { describeProblem, type FieldProblem } from '../../src/content/manuscript/problem.ts'
import { getDraftPath } from '../../src/domain/draft.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import type { FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { checkDraft } from './check-draft.ts'
import { getState } from './get-document.ts'
import { isBasedOn } from './is-based-on.ts'
import { getDocumentPath, type LoadedDocument, type StoredDraft } from './load-document.ts'
import { buildRedirectRemoval } from './redirect-write.ts'
import { planOneWrite, type Writer } from './write-documents.ts'

export type PublicationPlan = {
  readonly writes: readonly Write[]
  /** The whole document. */
  readonly fields: Fields
  /** The stored document's version, if the draft has the same text. */
  readonly unchangedVersion: string | null
}

type Publication = {
  readonly draft: StoredDraft
  readonly now: Date
  /** When to publish; null to publish now. */
  readonly later: Date | null
  /** The publication time that readers see, if it isn't now. */
  readonly publishedAt?: Date | undefined
  readonly message?: string | undefined
}

export type PublicationRefusal = Refusal<'outdated' | 'not_possible'>

export async function planPublication(
  writer: Writer,
  loaded: LoadedDocument,
  publication: Publication,
): Promise<Result<PublicationPlan, PublicationRefusal | FirestoreFailure>> {
  const { firestore } = writer
  const { ref, stored, olderDraft } = loaded
  const { draft, later, message } = publication
  const based = await isBasedOn(firestore, ref, draft, stored)
  if (!based.ok) return based
  if (!based.value) return refuse('outdated', describeOtherVersion(loaded))
  const checked = await checkDraft(
    { firestore },
    ref,
    draft,
    stored,
    ref.collection === 'articles' ? decideState(loaded, publication) : {},
  )
  if (!checked.ok) return checked
  const { fields, problems } = checked.value
  if (!fields) return refuse('not_possible', formatProblems(problems))
  const becomesPublic = later === null && (stored === null || getState(stored) !== 'published')
  const redirect = becomesPublic
    ? await buildRedirectRemoval(firestore, publicPath(ref))
    : succeed(null)
  if (!redirect.ok) return redirect
  const end = { remove: getDraftPath(ref.collection, ref.slug), ifUpdatedAt: draft.updateTime! }
  const change = {
    ...ref,
    fields,
    base: (stored ?? olderDraft)?.updateTime ?? 'new',
    relatedWrites: [end, ...(redirect.value ? [redirect.value] : [])],
  }
  const options = {
    action: later ? 'scheduled' : 'published',
    draftRevision: draft.revision,
    dryRun: false,
    ...(message ? { message } : {}),
  }
  const planned = await planOneWrite(writer, change, options)
  if (!planned.ok) return planned
  if ('writes' in planned.value)
    return succeed({ fields, writes: planned.value.writes, unchangedVersion: null })
  switch (planned.value.result) {
    case 'invalid':
      return refuse('not_possible', formatProblems(planned.value.problems))
    case 'unchanged':
      return succeed({ fields, writes: [end], unchangedVersion: planned.value.updateTime })
    default:
      return refuse('outdated', describeOtherVersion(loaded))
  }
}

/** A story that was published before, here or where it was imported from, keeps its publication time. */
function decideState(
  { stored }: LoadedDocument,
  { draft, now, later, publishedAt: given }: Publication,
): Fields {
  if (later) return { status: 'scheduled', publishedAt: later }
  const { publishedAt } = given ? { publishedAt: given } : (stored?.fields ?? draft.kept)
  const isPast = publishedAt instanceof Date && publishedAt <= now
  return { status: 'published', publishedAt: isPast ? publishedAt : now }
}

const describeOtherVersion = ({ ref, stored }: LoadedDocument) =>
  stored
    ? `${getDocumentPath(ref)} has changed since this draft was started. Compare the two, and save the draft again.`
    : `${getDocumentPath(ref)} has been removed or renamed since this draft was started. Copy the text to a new draft.`

/** The maximum number of problems that a response names. Saving the draft lists them all. */
const maxNamed = 20

export const formatProblems = (problems: readonly FieldProblem[]) =>
  `Nothing was changed. Fix this first:\n${problems.slice(0, maxNamed).map(toLine).join('\n')}`

const toLine = ({ field, line, message }: FieldProblem) =>
  `${line === undefined ? '' : `line ${line}: `}${describeProblem(field, message)}`
