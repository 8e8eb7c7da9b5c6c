/** Reminds readers to confirm their email address, at the end of the page, so that nothing moves. */
import { call } from '../../browser/api.ts'
import { isSignedInShown } from '../../browser/reader-hint.ts'

async function remindOfEmail() {
  const account = await call('GET /api/account')
  if (!account.ok || account.value.emailVerified) return
  const note = document.querySelector<HTMLElement>('[data-confirm-email]')!
  note.querySelector('strong')!.textContent = account.value.email
  note.hidden = false
}

if (isSignedInShown()) void remindOfEmail()
