/** The menu's way out, loaded by who takes it. */
import { signOut } from '../features/account/session.ts'
import { errorToastTop } from '../ui/toast.ts'

export async function logOut(button: HTMLButtonElement) {
  button.disabled = true
  const result = await signOut()
  if (result.ok) return location.assign('/')
  button.disabled = false
  errorToastTop(result.failure)
}
