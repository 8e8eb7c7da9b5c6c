/**
 * Buttons that open and close a dialog by `commandfor` and `command`, where the browser does not know
 * these attributes itself (before Safari 26.2, Firefox 144 and Chrome 135).
 */
export function openDialogsByCommand() {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal()
    else dialog.close()
  })
}
