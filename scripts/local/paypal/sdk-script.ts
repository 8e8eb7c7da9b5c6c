/**
 * As much of PayPal's script for browsers as is used: buttons that create a subscription, have it
 * approved in a window of its own, and say what became of it. Like PayPal's, it opens the window in the
 * click, before it asks anybody: browsers block windows that a page opens later. The window has an
 * address of PayPal's at once: WebKit reports an empty one as closed when it moves on to another origin.
 * Facts: "JavaScript SDK reference" in PayPal's documentation.
 */
export function sdkScript(url: string): string {
  return `(() => {
  const approve = (id, opened) => new Promise((resolve) => {
    if (opened.closed) return resolve({ outcome: 'cancel' })
    opened.location.replace(${JSON.stringify(url)} + '/approve/' + encodeURIComponent(id))
    const watch = setInterval(() => opened.closed && settle({ outcome: 'cancel' }), 200)
    const hear = (event) => event.origin === ${JSON.stringify(url)} && event.data.id === id && settle(event.data)
    function settle(told) {
      clearInterval(watch)
      removeEventListener('message', hear)
      resolve(told)
    }
    addEventListener('message', hear)
  })
  const Buttons = (options) => {
    let button
    const actions = (id) => ({ subscription: { get: async () => ({ id }) } })
    async function press(fundingSource) {
      if (button.disabled) return
      button.disabled = true
      const opened = window.open(${JSON.stringify(url)} + '/window', 'paypal', 'popup,width=480,height=640')
      let isApproving = false
      try {
        if (!opened) throw new Error('popup_blocked')
        let isRejected = false
        const ways = { resolve() {}, reject() { isRejected = true } }
        await options.onClick?.({ fundingSource }, ways)
        if (isRejected) return
        const id = await options.createSubscription({}, { subscription: { create: async () => { throw new Error('not here') } } })
        isApproving = true
        const told = await approve(id, opened)
        if (told.outcome === 'approve') await options.onApprove?.({ subscriptionID: id, facilitatorAccessToken: '', orderID: '' }, actions(id))
        else options.onCancel?.({ subscriptionID: id })
      } catch (error) {
        options.onError?.(error)
      } finally {
        if (!isApproving) opened?.close()
        button.disabled = false
      }
    }
    return {
      isEligible: () => true,
      close: async () => button?.remove(),
      async render(target) {
        const container = typeof target === 'string' ? document.querySelector(target) : target
        button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'PayPal'
        button.setAttribute('aria-label', 'Pay with PayPal')
        button.style.cssText = 'width:100%;min-height:3rem;border:0;border-radius:4px;background:#ffc439;color:#003087;font:700 1rem system-ui;cursor:pointer'
        button.addEventListener('click', () => press('paypal'))
        container.append(button)
        options.onInit?.({}, { enable() { button.disabled = false }, disable() { button.disabled = true } })
      },
    }
  }
  window.paypal = { version: 'local', Buttons, FUNDING: { PAYPAL: 'paypal', CARD: 'card', CREDIT: 'credit' } }
})()`
}
