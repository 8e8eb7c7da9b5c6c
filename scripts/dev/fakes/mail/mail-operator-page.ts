import { escapeHtml } from '../../../../src/domain/escape-html.ts'
import { renderTime } from '../inbox-page.ts'
import { type AcceptedEmail, type MailStore, mailMoods } from './mail-store.ts'

const moodLabels = {
  accept: 'Accept',
  loseAnswer: 'Accept and lose the answer',
  throttle: 'Limit the rate',
  slow: 'Answer slowly',
  refuse: 'Refuse everything',
  rejectOne: 'Refuse one address',
} as const

const eventLabels = {
  delivered: 'Deliver',
  softBounce: 'Bounce softly',
  hardBounce: 'Bounce for good',
  complaint: 'Report as spam',
} as const

const maxShown = 100

const renderAction = (label: string, name: string, payload: object) =>
  `<button data-name="${name}" data-order="${escapeHtml(JSON.stringify(payload))}">${label}</button>`

const renderEmail = ({ id, provider, to, subject, html, acceptedAt }: AcceptedEmail) =>
  `<article><h3>${escapeHtml(subject)}</h3><p>To ${escapeHtml(to)}, by ${provider}, ${renderTime(acceptedAt)}</p>
<p>${Object.entries(eventLabels)
    .map(([kind, label]) => renderAction(label, 'events', { id, kind }))
    .join(' ')}</p>
<details><summary>Read it</summary><iframe title="Email" sandbox="allow-popups" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe></details></article>`

export function renderMailPage({ mood, emails }: MailStore): string {
  const moods = mailMoods.map((name) =>
    name === mood
      ? `<strong>${moodLabels[name]}</strong>`
      : renderAction(moodLabels[name], 'mood', { mood: name }),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Email providers</title>
<style>body{font:1rem/1.5 system-ui;max-width:46rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.4rem .7rem;margin:.15rem 0}iframe{width:100%;height:38rem;border:1px solid #ccc}</style>
<h1>Email providers</h1><p>Fakes of Resend, Amazon SES and Postmark for development. Nothing is sent.</p>
<h2>What they do with calls</h2><p>${moods.join(' ')}</p>
<h2>Emails: ${emails.length}</h2>
<p>${renderAction('Deliver all, five times and out of order', 'events', { kind: 'delivered', times: 5 })}</p>
${emails.slice(-maxShown).toReversed().map(renderEmail).join('') || '<p>There are none yet.</p>'}
<script type="module">
for (const button of document.querySelectorAll('button'))
  button.onclick = async () => {
    await fetch('/local/' + button.dataset.name, { method: 'POST', body: button.dataset.order })
    location.reload()
  }
</script></html>`
}
