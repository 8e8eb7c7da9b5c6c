import { applySave, isSameContent } from '../../src/domain/draft-changes.ts'
import { findKeyProblem } from '../../src/domain/publication.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import { type Handle, type Refusal, refuse } from '../identity/handler.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken } from '../platform/adapters/optimistic-lock.ts'
import {
  changeDocument,
  createDocumentAct,
  createDraftWrites,
  findRoomForDraft,
  findVisibleDraft,
  isEditor,
} from './change-document.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { getState } from './get-document.ts'
import {
  type EditedRef,
  getDocumentPath,
  type LoadedDocument,
  loadDocument,
  type Malformed,
  readText,
} from './load-document.ts'
import { findTaken } from './published-handlers.ts'

/** The number of addresses to try. */
const maxCopies = 9

/** Returns the text that the caller sees in the editor. */
function findContent(loaded: LoadedDocument, staff: Staff) {
  const { ref, stored } = loaded
  const draft = findVisibleDraft(loaded, staff)
  if (draft && !draft.deletedAt) return { fields: draft.fields, body: draft.body }
  const isVisible = stored && (isEditor(staff) || getState(stored) === 'published')
  return isVisible ? readText(ref.collection, stored.fields) : null
}

type Found = Result<
  { readonly to: EditedRef; readonly isCopied: boolean } | null,
  FirestoreFailure | Malformed
>

/** Finds an unused address, or the copy that an earlier call made. */
async function findAddress(
  deps: DocumentsDeps,
  ref: EditedRef,
  isCopy: (loaded: LoadedDocument) => boolean,
): Promise<Found> {
  for (let copy = 1; copy <= maxCopies; copy++) {
    const to = { ...ref, slug: `${ref.slug}-copy${copy === 1 ? '' : `-${copy}`}` }
    if (findKeyProblem(to.collection, to.slug) !== null) return succeed(null)
    const taken = await findTaken(deps, to)
    if (!taken.ok) return taken
    if (taken.value === null) return succeed({ to, isCopied: false })
    const loaded = await loadDocument(deps.firestore, to)
    if (!loaded.ok) return loaded
    if (isCopy(loaded.value)) return succeed({ to, isCopied: true })
  }
  return succeed(null)
}

/** The copy has only the original's text, without its address, corrections or date. */
export const duplicateDocument: Handle<
  'POST /api/desk/documents/:collection/:slug/duplicate',
  DocumentsDeps
> = (ref, staff, deps) =>
  changeDocument<{ slug: string }, Refusal<'not_found' | 'not_possible'>['code']>(
    deps,
    ref,
    async (loaded) => {
      const content = findContent(loaded, staff)
      if (!content) return refuse('not_found')
      const found = await findAddress(
        deps,
        ref,
        ({ draft }) =>
          draft?.owner === staff.uid && draft.revision === 1 && isSameContent(draft, content),
      )
      if (!found.ok) return 'kind' in found.failure ? fail(found.failure) : found
      if (!found.value)
        return refuse(
          'not_possible',
          `We can’t find an address for the copy: ${maxCopies} copies exist already, or the address is too long to add “-copy”. An editor can change one of these addresses.`,
        )
      const { to, isCopied } = found.value
      if (isCopied) return succeed({ slug: to.slug })
      const room = await findRoomForDraft(deps, staff)
      if (!room.ok) return room
      const at = deps.now()
      const save = { ...content, revision: 0, base: null, by: staff.uid }
      const unused = { ref: to, stored: null, draft: null, olderDraft: null }
      const written = await commitUnlessOvertaken(deps.firestore, [
        ...createDraftWrites(unused, applySave(null, save, to, at)),
        createDocumentAct(
          staff,
          { ref: to, kind: 'duplicated', before: getDocumentPath(ref), after: null },
          at,
        ),
      ])
      return written.ok ? succeed({ slug: to.slug }) : written
    },
  )
