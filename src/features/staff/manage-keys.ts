/** Handles the buttons of the access keys' page. The Worker renders the page again after each change. */
import { type ApiResult, call } from '../../browser/api.ts'
import { copyText } from '../../browser/clipboard.ts'
import { getLoginPath } from '../../contracts/pages/login-paths.ts'

const find = <Found extends HTMLElement>(selector: string) =>
  document.querySelector<Found>(selector)

const reload = () => location.replace(location.pathname)

async function run<Value>(
  button: HTMLButtonElement,
  change: () => Promise<ApiResult<Value>>,
  onSuccess: (value: Value) => void,
) {
  const problem = find('[data-problem]')!
  problem.textContent = ''
  button.disabled = true
  const changed = await change()
  button.disabled = false
  if (changed.ok) return onSuccess(changed.value)
  // The sign-in has become too old in the meantime, which the page explains.
  if (changed.failure.code === 'confirmation_required') return location.reload()
  problem.textContent = changed.failure.message
}

const createForm = find<HTMLFormElement>('[data-create-key]')
const created = find('[data-created]')
const keyField = created?.querySelector('input')

function showKey(key: string) {
  createForm!.hidden = true
  find('[data-key-list]')!.hidden = true
  created!.hidden = false
  keyField!.value = key
  keyField!.focus()
  keyField!.select()
}

createForm?.addEventListener('submit', (event) => {
  event.preventDefault()
  const name = String(new FormData(createForm).get('name'))
  run(
    createForm.querySelector('button')!,
    () => call('POST /api/desk/keys', { name }),
    ({ key }) => showKey(key),
  )
})

const handlers: Readonly<Record<string, (button: HTMLButtonElement) => unknown>> = {
  'copy-key': async (button) => {
    const isCopied = await copyText(keyField!.value)
    button.textContent = isCopied ? 'Copied' : 'Select the key, and copy it yourself'
  },
  reload,
  'revoke-key': (button) => {
    const { revokeKey: id = '', name } = button.dataset
    if (!confirm(`Revoke “${name}”? Commands that use this key will stop working straight away.`))
      return
    run(button, () => call('DELETE /api/desk/keys/:id', { id }), reload)
  },
  'open-key': (button) => {
    const token = button.dataset.openKey!
    run(
      button,
      () => call('POST /api/desk/confirmation', { token }),
      () => {
        button.hidden = true
        find('[data-opened]')!.hidden = false
        // The link is no longer needed.
        history.replaceState(null, '', location.pathname)
      },
    )
  },
  'log-in-again': (button) =>
    run(
      button,
      () => call('DELETE /api/session'),
      () => location.assign(getLoginPath(location.pathname + location.search)),
    ),
}

for (const [name, handle] of Object.entries(handlers)) {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`[data-${name}]`))
    button.addEventListener('click', () => handle(button))
}
