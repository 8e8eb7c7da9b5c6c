/** Checks a draft as the document that it would become. */
import type { z } from 'zod'
import type { PublicationLookup } from '../../src/content/manuscript/check-references.ts'
import type { FieldProblem } from '../../src/content/manuscript/problem.ts'
import type { problemSchema } from '../../src/contracts/endpoints/document-endpoints.ts'
import type { Draft } from '../../src/domain/draft.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { getFieldKind, pickKeptFields } from '../../src/domain/text-fields.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Refusal, refuseUnavailable } from '../identity/handler.ts'
import type { FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { type EditedRef, getDocumentPath, toDocumentText } from './load-document.ts'

/** Imported on demand, because the checks include the Markdown parser, which few requests need. */
const loadChecks = async () => ({
  ...(await import('../../src/content/manuscript/check-document.ts')),
  ...(await import('../../src/content/manuscript/check-references.ts')),
  ...(await import('../../src/content/manuscript/closed-images.ts')),
})

/** The maximum number of authors, tags and links to look up. The build finds any further unknown ones. */
const maxLookedUp = 100

export type CheckedDraft = {
  /** The whole document, as it would be stored; null if there are problems. */
  readonly fields: Fields | null
  readonly problems: readonly FieldProblem[]
}

/** Takes everything except the text from the stored document. `state` contains the fields that publishing sets. */
export async function checkDraft(
  { firestore }: Pick<Deps, 'firestore'>,
  ref: EditedRef,
  draft: Pick<Draft, 'fields' | 'body' | 'kept'>,
  stored: StoredDocument | null,
  state: Fields,
): Promise<Result<CheckedDraft, FirestoreFailure>> {
  const { checkDocument, listRequiredPaths, findReferencedImages } = await loadChecks()
  const { collection, slug } = ref
  const { body } = draft
  const { updatedAt: _, ...kept } = stored ? pickKeptFields(collection, stored.fields) : draft.kept
  // A newer version's fields aren't a problem with this text.
  const [known, unknown] = partition(kept, (name) => getFieldKind(collection, name) !== null)
  const fields = { ...known, ...toDocumentText(collection, draft.fields), ...state }
  const paths = listRequiredPaths({ collection, slug, fields, body }).slice(0, maxLookedUp)
  const found = await firestore.getAll(paths, ['status'])
  if (!found.ok) return found
  const isPresent = (path: string) => {
    const document = found.value[paths.indexOf(path)]
    return document !== null && document?.fields.status !== 'draft'
  }
  const lookup: PublicationLookup = {
    hasDocument: (path) => !paths.includes(path) || isPresent(path),
    stored: stored?.fields ?? null,
    // Every picture counts as uploaded, because publishing opens the pictures and refuses missing ones.
    uploadedImageIds: findReferencedImages({ ...fields, body }),
  }
  const check = (names?: PublicationLookup['names']) =>
    checkDocument(collection, slug, { fields, body }, names ? { ...lookup, names } : lookup)
  const withoutNames = check()
  const isNameUnknown = withoutNames.problems.some(({ field }) => namedCollections.has(field[0]))
  const names = isNameUnknown ? await readNames(firestore) : null
  if (names && !names.ok) return names
  const checked = names ? check(names.value) : withoutNames
  return succeed({
    fields: checked.fields && { ...unknown, ...checked.fields },
    problems: checked.problems,
  })
}

const maxNames = 500

const namedCollections = new Set<unknown>(['authors', 'tags'])

/** Names by slug, for suggestions. */
async function readNames(
  firestore: Pick<Deps['firestore'], 'query'>,
): Promise<Result<NonNullable<PublicationLookup['names']>, FirestoreFailure>> {
  const names = { authors: new Map<string, string>(), tags: new Map<string, string>() }
  for (const collection of ['authors', 'tags'] as const) {
    const found = await firestore.query({ collection, fields: ['name'], limit: maxNames })
    if (!found.ok) return found
    for (const { id, fields } of found.value.documents)
      names[collection].set(id, String(fields.name ?? ''))
  }
  return succeed(names)
}

function partition(fields: Fields, isFirst: (name: string) => boolean): [Fields, Fields] {
  const entries = Object.entries(fields)
  const pick = (isWanted: boolean) =>
    Object.fromEntries(entries.filter(([name]) => isFirst(name) === isWanted))
  return [pick(true), pick(false)]
}

/** Finds the problems that would prevent the draft's publication now. */
export async function findDraftProblems(
  deps: Pick<Deps, 'firestore' | 'log' | 'now'>,
  ref: EditedRef,
  draft: Draft,
  stored: StoredDocument | null,
): Promise<Result<Problems, Refusal<'unavailable'>>> {
  const state =
    ref.collection === 'articles' ? { status: 'published', publishedAt: deps.now() } : {}
  const checked = await checkDraft(deps, ref, draft, stored, state)
  if (checked.ok) return succeed(formatProblems(checked.value.problems))
  const { kind } = checked.failure
  return refuseUnavailable(deps, 'draft_not_checked', { path: getDocumentPath(ref), kind })
}

type Problems = z.output<typeof problemSchema>[]

const formatProblems = (problems: readonly FieldProblem[]): Problems =>
  problems.map(({ field, line, message, fix }) => ({
    field: [...field],
    message,
    ...(line === undefined ? {} : { line }),
    ...(fix && { fix }),
  }))
