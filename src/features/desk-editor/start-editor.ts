/** Opens the page's document, and connects the parts of the editor. */
import { atom } from 'nanostores'
import { call, nameCaller } from '../../browser/api.ts'
import type { DeskDocument } from '../../contracts/endpoints/document-endpoints.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { setSessionEnding } from '../session/session-check-store.ts'
import { offerDiscarding, showAddress } from './address-field.ts'
import { insertRecording } from './audio-dialog.ts'
import { watchConflicts } from './conflict.ts'
import { findAbandonedTexts, holdWriterLock } from './device-texts.ts'
import {
  createContent,
  emptyContent,
  type KnownDocument,
  readKnownDocument,
} from './document-content.ts'
import { documentForms } from './document-forms.ts'
import { type SavedProblem, startDraftSession } from './draft-session.ts'
import { createButton, findAct, findPart, hideNotice, showNotice } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'
import { createFieldsPanel } from './fields-panel.ts'
import { guardLogOut } from './guard-log-out.ts'
import { showHistory } from './history-panel.ts'
import { showLeadPicture } from './lead-picture.ts'
import { watchLogin } from './login-dialog.ts'
import { pasteFormatted } from './paste/paste-text.ts'
import { startPictures } from './picture-dialog.ts'
import { offerPlainText } from './plain-text.ts'
import { offerPreview } from './preview-panel.ts'
import { startPublishing } from './publish-dialog.ts'
import { offerRecovery } from './recovery.ts'
import { showStatus } from './show-status.ts'
import { startChecking } from './start-checking.ts'
import { offerDuplicating, offerStoryActs } from './story-acts.ts'
import { createTextEditor } from './text/create-text-editor.ts'
import { createInsertions } from './text/insertions.ts'
import { fillToolbar, showMarkdownState } from './toolbar.ts'

// The editor's chunks contain readers' scripts, which would reload the page when the session ends.
setSessionEnding(true)

const root = document.querySelector<HTMLElement>('[data-desk-editor]')!
const collection = root.dataset.collection as ManuscriptCollection
const { uid = '', slug = '', path = '/', publishes, timeZone = 'UTC' } = root.dataset
const { picture } = documentForms[collection]
const isStory = collection === 'articles'

// Somebody else may log in while this page is open.
nameCaller(uid)

/** The headline of a new story, which /desk/new asks for. */
const newTitle = new URLSearchParams(location.search).get('title')

/** Returns null if there is nothing at this address, or a failure’s message. */
async function open(): Promise<
  { known: KnownDocument; document: DeskDocument | null } | string | null
> {
  const found = await call('GET /api/desk/documents/:collection/:slug', { collection, slug })
  if (found.ok) return { known: readKnownDocument(found.value), document: found.value }
  if (found.failure.code !== 'not_found') return found.failure.message
  if (newTitle === null) return null
  return { known: { revision: 0, base: null, content: emptyContent }, document: null }
}

function fail(reason: string, state: 'failed' | 'missing' = 'failed') {
  findPart('status').textContent = reason
  root.dataset.state = state
}

/** Offers text that a closed page left on this device. */
async function recover(editor: OpenEditor): Promise<void> {
  hideNotice('recovery')
  const texts = await findAbandonedTexts(uid, `${collection}/${slug}`).catch(() => null)
  if (texts) return offerRecovery(editor, texts)
  showNotice(
    'recovery',
    'This device’s storage isn’t responding, so we can’t show any unsaved text from it yet.',
    createButton('Look again', () => recover(editor)),
  )
}

async function start() {
  const opened = await open()
  if (opened === null)
    return fail(
      'There’s nothing here that you can edit. Choose a document from the list.',
      'missing',
    )
  if (typeof opened === 'string') return fail(opened)
  const { known } = opened
  const isNew = opened.document === null
  const content = isNew ? createContent(collection, newTitle ?? '') : known.content
  const $document = atom<DeskDocument | null>(opened.document)
  const writer = crypto.randomUUID()
  holdWriterLock(writer)

  const read = () => ({ fields: fields.read(), body: text.read() })
  const session = startDraftSession({
    uid,
    writer,
    collection,
    slug,
    known,
    read,
    onLoggedOut: () => login.ask(),
    onOutdated: () => void conflicts.resolve(),
    onTakenOver: () => void conflicts.look(),
  })
  const fields = createFieldsPanel(
    content.fields,
    { publishes: publishes === 'true', isStory, timeZone },
    session.change,
  )
  const pictures = startPictures()
  const insertions = createInsertions({
    picture: pictures.choose,
    gallery: pictures.insertGallery,
    recording: insertRecording,
  })
  const text = createTextEditor({
    parent: findPart('text'),
    text: content.body,
    insertions,
    findLanguage() {
      const { language } = fields.read()
      return typeof language === 'string' && language !== '' ? language : undefined
    },
    onChange: session.change,
    onPaste: (data, view) =>
      pasteFormatted(data, view) || pictures.takeFiles([...data.files], view),
    onMarkdownToggled: showMarkdownState,
  })
  const editor: OpenEditor = {
    collection,
    slug,
    path,
    uid,
    session,
    fields,
    text,
    $document,
    $problems: atom<readonly SavedProblem[]>([]),
    read,
    timeZone,
    onOutdated: () => void conflicts.resolve(),
  }
  fillToolbar(text.view, insertions, text.toggleMarkdown)
  const login = watchLogin(editor)
  const conflicts = watchConflicts(editor)
  showStatus(editor)
  const checkNow = startChecking(editor)
  if (picture) showLeadPicture(fields, picture)
  showHistory(editor)
  if (publishes === 'true' && isStory) offerStoryActs(editor)
  showAddress(editor, publishes === 'true')
  offerDuplicating(editor)
  offerDiscarding(editor)
  offerPlainText(text)
  offerPreview(editor)
  guardLogOut(session)
  startPublishing(editor, publishes === 'true', checkNow)
  findAct('publish').disabled = false
  const details = findAct('details')
  details.addEventListener('click', () => {
    const isOpen = findPart('columns').classList.toggle('shows-details')
    details.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) findPart('details').scrollIntoView()
  })
  root.dataset.state = 'open'

  // A link from anywhere can lead to a new document, so nothing is stored before the user changes it.
  if (isNew) document.querySelector<HTMLElement>('[data-part="dek"]')?.focus()
  const stop = session.$saving.subscribe(({ revision, base }) => {
    if (newTitle === null || (revision === 0 && base === null)) return
    // A reload opens the draft.
    history.replaceState(null, '', location.pathname)
    queueMicrotask(() => stop())
  })
  await recover(editor)
}

start().catch(
  () => root.dataset.state === 'open' || fail('The editor couldn’t be opened. Reload the page.'),
)
