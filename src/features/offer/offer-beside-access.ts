import { $reader } from '../session/subscription-store.ts'

/**
 * Shows the plans to a reader who can subscribe while something else grants access, such as a gift. Only the
 * subscription tells this reader from a subscriber: the hint is the same for both.
 */
export function offerBesideAccess(selection: HTMLElement) {
  $reader.subscribe((reader) => {
    const subscription = reader.signedIn === 'in' ? reader.subscription : null
    if (!subscription?.entitled || !subscription.allowedSteps.includes('subscribe')) return
    const { status, plan } = subscription
    const prospect = plan ? 'needsToRestart' : 'notSubscribed'
    const parts = selection.querySelectorAll<HTMLElement>(`[data-for~="${prospect}"]`)
    for (const { dataset } of [selection, ...parts])
      if (!dataset.for?.split(' ').includes(status)) dataset.for += ` ${status}`
  })
}
