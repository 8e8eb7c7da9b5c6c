/**
 * Polyfills `commandfor`, for browsers before Safari 26.2, Firefox 144 and Chrome 135. It is part of every
 * page's script: loaded later, it would miss an early press.
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
