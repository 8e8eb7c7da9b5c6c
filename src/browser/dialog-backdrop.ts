/**
 * Polyfills `closedby="any"` for Safari. A click on the backdrop targets the dialog, so the click's position decides.
 */
if (!('closedBy' in HTMLDialogElement.prototype)) {
  document.addEventListener('click', ({ target, clientX, clientY }) => {
    if (!(target instanceof HTMLDialogElement) || !target.matches('[closedby="any"]:modal')) return
    const { left, top, right, bottom } = target.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (!isInside) target.close()
  })
}

export {}
