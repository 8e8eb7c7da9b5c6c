/** A reader page's script, which tracks visits and sends reports. */
import { track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { getBotCheckToken } from '../../browser/bot-check.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { runWhenVisible } from '../../browser/when-visible.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import { createOwnerKey } from '../../contracts/signing/profile-owner.ts'
import type { ReportReason } from '../../domain/profile/profile-report.ts'
import { getUser } from '../session/user-store.ts'

const foot = document.querySelector<HTMLElement>('[data-profile]')
if (foot) start(foot, foot.dataset.profile!, foot.dataset.owner!)

/** Returns null if the server can't be reached. */
async function isOwn(handle: string, ownerKey: string): Promise<boolean | null> {
  if (!isSignedInShown()) return false
  const user = await getUser()
  if (!user.ok) return null
  return user.value !== null && (await createOwnerKey(handle, user.value.firebase_id)) === ownerKey
}

function start(foot: HTMLElement, handle: string, ownerKey: string) {
  const report = foot.querySelector<HTMLElement>('[data-report]')!
  const ownership = isOwn(handle, ownerKey)
  void ownership.then((isOwnPage) => {
    foot.querySelector<HTMLElement>('[data-own]')!.hidden = !isOwnPage
    report.hidden = isOwnPage === true
  })
  runWhenVisible(async () => {
    const isOwnPage = await ownership
    if (isOwnPage !== null) track(isOwnPage ? 'Own profile visited' : 'Other profile visited', {})
  })
  setUpReport(report, handle)
}

function setUpReport(report: HTMLElement, handle: string) {
  const form = report.querySelector('form')!
  const button = form.querySelector('button')!
  const status = form.querySelector('[role="status"]')!
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    status.textContent = 'Sending your report…'
    const fields = new FormData(form)
    // Logged-in readers don't need the bot check.
    const botCheck = await getBotCheckToken(botCheckActions.report)
    const result = await call('POST /api/profiles/:handle/report', {
      handle,
      reason: fields.get('reason') as ReportReason,
      details: String(fields.get('details')),
      ...(botCheck === undefined ? {} : { botCheck }),
    })
    status.textContent = result.ok
      ? 'Thank you. We’ve received your report.'
      : result.failure.message
    button.disabled = result.ok
  })
}
