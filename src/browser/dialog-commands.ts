/** What HTML's attributes say of dialogs, for browsers that don't know them. */

/** Buttons that open and close a dialog by `commandfor` and `command`. */
export function openDialogsByCommand() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal()
    else dialog.close()
  })
}

/**
 * Closes a dialog with `closedby="any"` by a click outside. Its backdrop is part of the dialog, so the
 * place of the click decides.
 */
export function closeDialogsFromOutside() {
  document.addEventListener('click', ({ target, clientX, clientY }) => {
    if (!(target instanceof HTMLDialogElement) || !target.matches('[closedby="any"]:modal')) return
    const { left, top, right, bottom } = target.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (!isInside) target.close()
  })
}
