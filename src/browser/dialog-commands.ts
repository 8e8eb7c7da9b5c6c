/**
 * Polyfills `commandfor` for browsers before Safari 26.2, Firefox 144 and Chrome 135. This file is part of every page's
 * script, because a polyfill loaded later would miss an early click.
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
