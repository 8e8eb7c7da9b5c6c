/** Handles logging out: saves first, and asks whether text that the server hasn't stored may be deleted. */
import { eraseDeskTexts } from '../../browser/desk-database.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import type { DraftSession } from './draft-session.ts'
import { hasUnsaved } from './saving.ts'

const logOutPath = getEndpointPath('POST /api/log-out')
const lossQuestion = 'Your text isn’t saved yet, and logging out will delete it. Log out?'

export function guardLogOut(session: DraftSession) {
  document.addEventListener('submit', async (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches(`[action="${logOutPath}"]`)) return
    event.preventDefault()
    const isSaved = !hasUnsaved(session.$saving.get()) || (await session.saveAll())
    if (!isSaved && !confirm(lossQuestion)) return
    session.end()
    await eraseDeskTexts(() => true)
    form.submit()
  })
}
