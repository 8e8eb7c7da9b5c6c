/** Handles a log-out form once it is submitted (signed-in-script.ts). */
import { signOut } from '../features/session/session-end-store.ts'
import { showErrorToastTop } from '../ui/toast.ts'

export async function logOut(form: HTMLFormElement) {
  const button = form.querySelector('button')!
  if (button.disabled) return
  button.disabled = true
  const result = await signOut()
  if (result.ok) return location.assign('/')
  button.disabled = false
  showErrorToastTop(result.failure)
}
