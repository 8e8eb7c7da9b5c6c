/**
 * PayPal's buttons, approved in a pop-up ("JavaScript SDK reference"). The pop-up opens during the
 * click, because browsers block later ones, and at PayPal's address, because WebKit reports an
 * empty one as closed when it changes origin.
 */
export function renderSdkScript(url: string): string {
  return `(() => {
  const approve = (id, popup, change) => new Promise((resolve) => {
    if (popup.closed) return resolve({ outcome: 'cancel' })
    popup.location.replace(${JSON.stringify(url)} + '/approve/' + encodeURIComponent(id) + change)
    const watch = setInterval(() => popup.closed && finish({ outcome: 'cancel' }), 200)
    const handleMessage = (event) => event.origin === ${JSON.stringify(url)} && event.data.id === id && finish(event.data)
    function finish(result) {
      clearInterval(watch)
      removeEventListener('message', handleMessage)
      resolve(result)
    }
    addEventListener('message', handleMessage)
  })
  const Buttons = (options) => {
    let button
    const actions = (id) => ({ subscription: { get: async () => ({ id }) } })
    const describe = (id, { payerId }) => options.createOrder
      ? { orderID: id, payerID: payerId, facilitatorAccessToken: '' }
      : { subscriptionID: id, facilitatorAccessToken: '', orderID: '' }
    async function press(fundingSource) {
      if (button.disabled) return
      button.disabled = true
      const popup = window.open(${JSON.stringify(url)} + '/window', 'paypal', 'popup,width=480,height=640')
      let isApproving = false
      try {
        if (!popup) throw new Error('popup_blocked')
        let isRejected = false
        const clickActions = { resolve() {}, reject() { isRejected = true } }
        await options.onClick?.({ fundingSource }, clickActions)
        if (isRejected) return
        const create = async () => { throw new Error('not here') }
        let change = ''
        // Works for whoever knows the ids: \`{ plan_id, quantity }\`.
        const revise = async (id, wanted) => { change = '?' + new URLSearchParams(wanted); return id }
        const id = options.createOrder
          ? await options.createOrder({ paymentSource: fundingSource }, { order: { create } })
          : await options.createSubscription({}, { subscription: { create, revise } })
        isApproving = true
        const result = await approve(id, popup, change)
        if (result.outcome === 'approve') await options.onApprove?.(describe(id, result), actions(id))
        else options.onCancel?.(describe(id, result))
      } catch (error) {
        options.onError?.(error)
      } finally {
        if (!isApproving) popup?.close()
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
