/**
 * Closes a dialog with `closedby="any"` by a click outside, in browsers that don't know the attribute:
 * every Safari. The backdrop is part of the dialog, so the place of the click decides.
 */
if (!('closedBy' in HTMLDialogElement.prototype)) {
  document.addEventListener('click', ({ target, clientX, clientY }) => {
    if (!(target instanceof HTMLDialogElement) || !target.matches('[closedby="any"]:modal')) return
    const { left, top, right, bottom } = target.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (!isInside) target.close()
  })
}
