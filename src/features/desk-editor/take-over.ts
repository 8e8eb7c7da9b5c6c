/** Takes over another user's draft. Their open page saves its text first, and shows who took over. */
import { call } from '../../browser/api.ts'
import type { DeskDocument } from '../../contracts/endpoints/document-endpoints.ts'
import { minute, second } from '../../domain/duration.ts'
import { createButton, findAct, findPart, showNotice } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'
import { longestWait, savePause } from './saving.ts'
import { describePlace } from './status-text.ts'

/** Milliseconds between checks for the other user's last save. */
const lookInterval = 2 * second

/** `look` reads the document again, and shows the latest text. */
export function startTakeOver(editor: OpenEditor, look: () => Promise<unknown>) {
  const { collection, slug, uid, session, text, timeZone, $document } = editor
  const readMark = () => $document.get()?.draft?.takenOver ?? null
  /** The time of the latest takeover that this page has seen. */
  let knownAt = readMark()?.at ?? null
  let isLocked = false

  const formatTime = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(at))

  /** Locks the text, which can still be read and copied. */
  function setLocked(locked: boolean) {
    isLocked = locked
    text.setReadOnly(locked)
    for (const area of document.querySelectorAll<HTMLTextAreaElement>(
      '.editor :is([data-part="title"], [data-part="dek"], [data-part="plain"])',
    ))
      area.readOnly = locked
    for (const name of ['details', 'lead', 'toolbar']) findPart(name).inert = locked
    findAct('publish').disabled = locked
  }

  const createTakeButton = (name: string, label = 'Take over'): HTMLButtonElement =>
    createButton(label, () => take(name))

  async function take(name: string): Promise<void> {
    const { draft } = $document.get() ?? {}
    const isWriting = draft && Date.now() - Date.parse(draft.savedAt) < minute
    const taken = await call('POST /api/desk/documents/:collection/:slug/take-over', {
      collection,
      slug,
    })
    if (!taken.ok) return showNotice('presence', taken.failure.message, createTakeButton(name))
    setLocked(true)
    let isOver = false
    const start = createButton('Start now', () => {
      isOver = true
    })
    showNotice('presence', `Saving ${name}’s text first…`, start)
    const revision = draft?.revision
    const end = Date.now() + (isWriting ? longestWait : savePause) + lookInterval
    while (!isOver && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, lookInterval))
      await look()
      isOver ||= $document.get()?.draft?.revision !== revision
    }
    knownAt = readMark()?.at ?? null
    setLocked(false)
    showNotice(
      'presence',
      `You’re writing now. If ${name} still has the draft open, their page says so.`,
    )
    text.focus()
  }

  return {
    createTakeButton,
    /** Returns whether another user has taken over the draft. */
    async check({ draft }: DeskDocument): Promise<boolean> {
      const mark = draft?.takenOver
      if (!mark || mark.by.uid === uid || mark.at === knownAt) return isLocked
      knownAt = mark.at
      const isSaved = await session.saveAll()
      setLocked(true)
      const name = mark.by.name || 'Somebody else'
      const saved = isSaved ? 'Your text is saved.' : describePlace(session.$isDeviceFull.get())
      const button = createTakeButton(name, 'Take over again')
      showNotice('presence', `${name} took over at ${formatTime(mark.at)}. ${saved}`, button)
      return true
    },
  }
}
