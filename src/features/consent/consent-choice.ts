import { flushEvents } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import type { ConsentResponse } from '../../contracts/endpoints/consent-endpoints.ts'
import { consentQuestionId, consentText } from './consent-text.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

function describe({ sharing, answeredAt }: ConsentResponse): string {
  const since = answeredAt === null ? '' : ` You answered on ${day.format(new Date(answeredAt))}.`
  switch (sharing) {
    case 'off':
      return ''
    case 'forbidden':
      return 'Your browser asks sites not to track you, so we don’t share your visits.'
    case 'ask':
      return 'You haven’t answered yet, so we don’t share your visits.'
    case 'allowed':
      return `We share your visits.${since}`
    case 'refused':
      return `We don’t share your visits.${since}`
  }
}

export async function showConsentChoice() {
  const section = document.getElementById('consent')!
  const status = document.getElementById('consent-status')!
  const buttons = section.querySelectorAll('button')

  function show(current: ConsentResponse) {
    status.textContent = describe(current)
    section.toggleAttribute('data-forbidden', current.sharing === 'forbidden')
    section.hidden = current.sharing === 'off'
  }

  for (const button of buttons) {
    button.addEventListener('click', async () => {
      flushEvents()
      const stored = await call('PUT /api/consent', { isGranted: button.value === 'allow' })
      if (!stored.ok) {
        status.textContent = consentText.failed
        return
      }
      show(stored.value)
      document.getElementById(consentQuestionId)?.remove()
    })
  }
  const current = await call('GET /api/consent')
  if (!current.ok) return
  show(current.value)
  // The section was hidden when the browser looked for the fragment.
  if (location.hash === '#consent') section.scrollIntoView()
}
