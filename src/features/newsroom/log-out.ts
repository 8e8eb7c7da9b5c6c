/** Asks before logging out, which deletes unsaved texts from this device. The editor has its own handler. */
import { eraseDeskTexts } from '../../browser/desk-database.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'

const logOutPath = getEndpointPath('POST /api/log-out')
const isEditor = document.querySelector('[data-desk-editor]') !== null
const form = document.querySelector<HTMLFormElement>(`[action="${logOutPath}"]`)

if (!isEditor)
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (await eraseDeskTexts()) form.submit()
  })
