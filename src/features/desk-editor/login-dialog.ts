/** Lets the user log in again in another window, while the text stays in the editor. */
import { call } from '../../browser/api.ts'
import { callTimeout } from '../../browser/call-timeout.ts'
import { getEndpointPath } from '../../contracts/endpoints/endpoint-path.ts'
import { createButton, findAct, findPart, hideNotice, showNotice } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'

export function watchLogin({ session }: Pick<OpenEditor, 'session'>) {
  const dialog = findPart<HTMLDialogElement>('login-dialog')
  const problem = findPart('login-problem')
  const logIn = findAct('log-in')
  const logOther = findAct('log-other-out')
  let isAsked = false

  /** The server refuses calls in another user's session (`nameCaller`), which would otherwise save this text. */
  async function check({ mayResume = true } = {}) {
    if (!isAsked) return
    const me = await call('GET /api/desk/me')
    const isOther = !me.ok && me.failure.code === 'signed_out'
    problem.textContent = isOther ? me.failure.message : ''
    logOther.hidden = !isOther
    logIn.hidden = isOther
    // If a user who is logged in is refused, the call would otherwise be repeated endlessly.
    if (!me.ok || !mayResume) return
    isAsked = false
    dialog.close()
    hideNotice('login')
    session.resume()
  }

  logOther.addEventListener('click', async () => {
    const path = getEndpointPath('POST /api/log-out')
    await fetch(path, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(callTimeout),
    }).catch(() => {})
    await check()
    logIn.focus()
  })
  // The other window has stored its session.
  addEventListener('storage', () => void check())
  addEventListener('focus', () => void check())
  findAct('close-login').addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    if (!isAsked) return
    showNotice(
      'login',
      'You may be logged out, or your role may have changed.',
      createButton('Log in', () => dialog.showModal()),
    )
  })

  return {
    ask() {
      isAsked = true
      void check({ mayResume: false })
      hideNotice('login')
      if (!dialog.open && !document.querySelector('dialog[open]')) dialog.showModal()
    },
  }
}
