/**
 * Buttons that open and close a dialog by `commandfor` and `command`, in browsers that don't know these
 * attributes: before Safari 26.2, Firefox 144 and Chrome 135. Short, because the script of every page
 * carries it: loaded apart, it would miss an early press.
 */
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[commandfor]')
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.matches('[command=close]')) dialog.close()
    else dialog.showModal()
  })
}
