/** Handles another user's changes: nothing is overwritten, and the user chooses. Also shows who else is writing. */
import { call } from '../../browser/api.ts'
import type { DeskDocument } from '../../contracts/endpoints/document-endpoints.ts'
import { minute, second } from '../../domain/duration.ts'
import { compareVersions } from './compare-dialog.ts'
import { isSameContent, type KnownDocument, readKnownDocument } from './document-content.ts'
import { createButton, hideNotice, showNotice } from './editor-parts.ts'
import { type OpenEditor, showContent } from './editor-state.ts'
import { decideOutdated, mergeContent } from './merge-content.ts'
import { hasUnsaved } from './saving.ts'
import { startTakeOver } from './take-over.ts'

/** Milliseconds between checks of who else is writing. */
const presenceInterval = 30 * second

/** Milliseconds after which the other version is requested again. */
const retryDelay = 5 * second

const describePerson = ({ draft }: DeskDocument) => draft?.savedBy.name || 'Somebody else'

async function fetchDocument({ collection, slug, $document }: OpenEditor) {
  const found = await call('GET /api/desk/documents/:collection/:slug', { collection, slug })
  if (!found.ok) return null
  $document.set(found.value)
  return found.value
}

function describeMerge(contested: readonly string[]): string {
  if (contested.length === 0)
    return 'Different parts have changed, and the merged version has both changes.'
  const kept =
    'The same part has changed in both versions, and the merged version keeps this page’s change.'
  return contested.includes('body') ? `${kept} Use the arrows to choose the other text.` : kept
}

export function watchConflicts(editor: OpenEditor) {
  const { session, read, uid, $document } = editor
  let isResolving = false
  /** The picture library, for example, changes drafts without saving them. */
  const isOwn = ({ draft }: DeskDocument) => draft?.savedBy.uid === uid

  async function resolve() {
    if (isResolving) return
    isResolving = true
    hideNotice('conflict')
    try {
      const known = $document.get()?.draft
      const found = await fetchDocument(editor)
      if (!found) {
        setTimeout(resolve, retryDelay)
        return showConflict('We couldn’t load the other version. We’ll keep trying.')
      }
      const theirs = readKnownDocument(found)
      const base = session.getStored()
      const decision = decideOutdated(base, read(), theirs)
      if (decision !== 'choose') return session.rebase(theirs)
      const merged = mergeContent({ base, mine: read(), theirs: theirs.content })
      const isOthers = !isOwn(found) && found.draft?.savedAt !== known?.savedAt
      if (isOthers || merged.contested.length > 0) return await choose(found, theirs, merged)
      showContent(editor, merged.content)
      session.rebase(theirs)
      showNotice(
        'presence',
        'This draft was changed elsewhere. Your text has been merged with the changes.',
      )
    } finally {
      isResolving = false
    }
  }

  async function choose(
    found: DeskDocument,
    theirs: KnownDocument,
    merged: { readonly content: KnownDocument['content']; readonly contested: readonly string[] },
  ) {
    // The user's own other page may have saved this, or published it, which ends the draft.
    const name = found.draft && !isOwn(found) ? describePerson(found) : null
    const title =
      name === null ? 'Another version was saved elsewhere' : `${name} has saved another version`
    const mine = read()
    const chosen = await compareVersions({
      collection: editor.collection,
      title,
      text: `${describeMerge(merged.contested)} Nothing has been overwritten.`,
      left: {
        label: name === null ? 'The other version' : `${name}’s version`,
        content: theirs.content,
      },
      right: { label: 'Merged version', content: merged.content },
      choices: [
        { label: 'Use the merged version', content: merged.content, takesRight: true },
        { label: 'Use this page’s version', content: mine },
        {
          label: name === null ? 'Use the other version' : `Use ${name}’s version`,
          content: theirs.content,
        },
      ],
      canWait: true,
    })
    if (!chosen) return showConflict(`${title}. Your version isn’t saved.`)
    showContent(editor, chosen)
    session.rebase(theirs)
  }

  const showConflict = (text: string) =>
    showNotice('conflict', text, createButton('Compare the versions', resolve))

  async function look() {
    const { document: page } = globalThis
    if (page.hidden || isResolving || session.$saving.get().sending !== null) return
    const found = await fetchDocument(editor)
    if (!found) return
    const isTaken = await takeOver.check(found)
    const saving = session.$saving.get()
    const editing = found.draft?.editing
    if (editing && !isTaken) {
      const name = editing.name || 'Somebody else'
      showNotice('presence', `${name} is writing too.`, takeOver.createTakeButton(name))
    } else if (!isTaken) hideNotice('presence')
    const theirs = readKnownDocument(found)
    if (theirs.revision === saving.revision && theirs.base === saving.base) return
    if (saving.sending !== null || saving.problem !== null) return
    // Unsaved text is merged with the other version when it's saved.
    if (hasUnsaved(saving)) return session.saveNow()
    const isSame = isSameContent(read(), theirs.content)
    if (!isSame) {
      showContent(editor, theirs.content)
      const name = found.draft && !isOwn(found) ? describePerson(found) : null
      const change =
        name === null
          ? 'This text, or a picture in it, was changed elsewhere'
          : `${name} has changed this draft`
      if (!isTaken) showNotice('presence', `${change}. You’re reading the latest version.`)
    }
    session.rebase(theirs)
  }

  const takeOver = startTakeOver(editor, look)
  setInterval(look, presenceInterval)
  document.addEventListener('visibilitychange', look)
  const opened = $document.get()?.draft?.editing
  if (opened) {
    const since = Date.now() - Date.parse($document.get()!.draft!.savedAt)
    const minutes = Math.max(1, Math.round(since / minute))
    showNotice(
      'presence',
      `${opened.name || 'Somebody else'} is writing. Their last change was saved ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago.`,
      takeOver.createTakeButton(opened.name || 'Somebody else'),
    )
  }
  return { resolve, look }
}
