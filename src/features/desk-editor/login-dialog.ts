/** Lets the user log in again in another window, while the text stays in the editor. */
import { call } from '../../browser/api.ts'
import { createButton, findAct, findPart, hideNotice, showNotice } from './editor-parts.ts'
import type { OpenEditor } from './editor-state.ts'

export function watchLogin({ session, uid }: Pick<OpenEditor, 'session' | 'uid'>) {
  const dialog = findPart<HTMLDialogElement>('login-dialog')
  const problem = findPart('login-problem')
  let isAsked = false

  /** Only the same user may save again; otherwise the text would be saved under another name. */
  async function check() {
    if (!isAsked) return
    const me = await call('GET /api/desk/me')
    if (!me.ok) return
    if (me.value.uid !== uid) {
      problem.textContent =
        'You’ve logged in to a different account. Log in to the account you wrote this text with.'
      return
    }
    isAsked = false
    problem.textContent = ''
    dialog.close()
    hideNotice('login')
    session.resume()
  }

  // The other window has stored its session.
  addEventListener('storage', () => void check())
  addEventListener('focus', () => void check())
  findAct('close-login').addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    if (!isAsked) return
    showNotice(
      'login',
      'You’ve been logged out.',
      createButton('Log in', () => dialog.showModal()),
    )
  })

  return {
    ask() {
      isAsked = true
      hideNotice('login')
      if (!dialog.open && !document.querySelector('dialog[open]')) dialog.showModal()
    },
  }
}
