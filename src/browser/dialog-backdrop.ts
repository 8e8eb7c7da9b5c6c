/** Polyfills `closedby="any"` for Safari. A backdrop click targets the dialog: its position decides. */
if (!('closedBy' in HTMLDialogElement.prototype)) {
  document.addEventListener('click', ({ target, clientX, clientY }) => {
    if (!(target instanceof HTMLDialogElement) || !target.matches('[closedby="any"]:modal')) return
    const { left, top, right, bottom } = target.getBoundingClientRect()
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    if (!isInside) target.close()
  })
}

export {}
