/** One open document, for the parts of the editor. */
import type { PreinitializedWritableAtom } from 'nanostores'
import type { DeskDocument, DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import type { DraftSession, SavedProblem } from './draft-session.ts'
import type { FieldsPanel } from './fields-panel.ts'
import type { TextEditor } from './text/create-text-editor.ts'

export type OpenEditor = {
  readonly collection: ManuscriptCollection
  readonly slug: string
  /** The public one. */
  readonly path: string
  readonly uid: string
  /** The publication's. */
  readonly timeZone: string
  readonly session: DraftSession
  readonly fields: FieldsPanel
  readonly text: TextEditor
  /** As the server had it when it was last asked. */
  readonly $document: PreinitializedWritableAtom<DeskDocument | null>
  readonly $problems: PreinitializedWritableAtom<readonly SavedProblem[]>
  readonly read: () => DraftContent
  /** Compares the text with what somebody else has saved. */
  readonly onOutdated: () => void
}

/** Puts another text into the editor. */
export function showContent({ fields, text }: OpenEditor, content: DraftContent) {
  fields.replace(content.fields)
  text.replace(content.body)
}
