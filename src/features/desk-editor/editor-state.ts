/** One open document, which the parts of the editor share. */
import type { PreinitializedWritableAtom } from 'nanostores'
import type { DeskDocument, DraftContent } from '../../contracts/endpoints/document-endpoints.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import type { DraftSession, SavedProblem } from './draft-session.ts'
import type { FieldsPanel } from './fields-panel.ts'
import type { TextEditor } from './text/create-text-editor.ts'

export type OpenEditor = {
  readonly collection: ManuscriptCollection
  readonly slug: string
  /** The document's public path. */
  readonly path: string
  readonly uid: string
  /** The publication's time zone. */
  readonly timeZone: string
  readonly session: DraftSession
  readonly fields: FieldsPanel
  readonly text: TextEditor
  /** The document as last received from the server. */
  readonly $document: PreinitializedWritableAtom<DeskDocument | null>
  readonly $problems: PreinitializedWritableAtom<readonly SavedProblem[]>
  readonly read: () => DraftContent
  /** Compares the text with the version that another user has saved. */
  readonly onOutdated: () => void
}

/** Puts another text into the editor. */
export function showContent({ fields, text }: OpenEditor, content: DraftContent) {
  fields.replace(content.fields)
  text.replace(content.body)
}
