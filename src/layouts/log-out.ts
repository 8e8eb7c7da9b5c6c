/** The way out, loaded by who takes it: the forms that lead to the edge's own (endpoints.logOut). */
import { signOut } from '../features/account/session.ts'
import { errorToastTop } from '../ui/toast.ts'

export async function logOut(form: HTMLFormElement) {
  const button = form.querySelector('button')!
  if (button.disabled) return
  button.disabled = true
  const result = await signOut()
  if (result.ok) return location.assign('/')
  button.disabled = false
  errorToastTop(result.failure)
}
