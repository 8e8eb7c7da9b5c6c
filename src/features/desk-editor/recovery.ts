/** Offers text that a closed page left on this device because the server never received it. */

import { compareVersions } from './compare-dialog.ts'
import type { DeviceText } from './device-texts.ts'
import { deleteDeviceText } from './device-texts.ts'
import { isSameContent } from './document-content.ts'
import { type OpenEditor, showContent } from './editor-state.ts'

const formatTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)

export async function offerRecovery(editor: OpenEditor, texts: readonly DeviceText[]) {
  const { collection, session, read, timeZone } = editor
  for (const { writer, content, at } of texts) {
    const saved = read()
    if (!isSameContent(content, saved)) {
      const chosen = await compareVersions({
        collection,
        title: 'Unsaved text was found on this device',
        text: `It’s from ${formatTime(at, timeZone)}. Read both versions, and choose the one to continue.`,
        left: { label: 'Saved on the server', content: saved },
        right: { label: 'On this device', content },
        choices: [
          { label: 'Continue the text on this device', content, takesRight: true },
          { label: 'Continue the saved text', content: saved },
        ],
        canWait: true,
      })
      // The text will be offered again.
      if (chosen === null) continue
      if (!isSameContent(chosen, saved)) {
        showContent(editor, chosen)
        session.change()
        // The text is stored under this page's id before the other copy is deleted.
        await session.keepOnDevice()
        session.saveNow()
      }
    }
    await deleteDeviceText(writer).catch(() => {})
  }
}
