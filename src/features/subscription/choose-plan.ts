/**
 * Choosing a plan on a page of the offer. What is chosen stands in the address and on the document,
 * from where styles show it: it outlives a reload, and going back is choosing again.
 *
 *     <a href="?plan=annual" data-choose="annual">     <button data-choose="">
 *
 * Pressed before this runs, the link loads the page again with what was chosen.
 */
import { track } from '../../browser/analytics.ts'
import { offers, type PlanKind, type PriceClass, planKinds } from '../../domain/offer.ts'

/** The class of prices that the page shows; the domestic one stands first where it is not known. */
export const shownPrices = (): PriceClass =>
  document.documentElement.dataset.prices === 'international' ? 'international' : 'domestic'

const kindOf = (name: string | null | undefined): PlanKind | null =>
  planKinds.find((kind) => kind === name) ?? null

export const chosenPlan = () => kindOf(document.documentElement.dataset.plan)

function show(kind: PlanKind | null) {
  const { dataset } = document.documentElement
  if (kind) dataset.plan = kind
  else delete dataset.plan
  // What was under the reader's focus is gone.
  document.querySelector<HTMLElement>(kind ? '[data-pay]' : '[data-plans]')?.focus()
}

function choose(kind: PlanKind | null) {
  const address = new URL(location.href)
  if (kind) address.searchParams.set('plan', kind)
  else address.searchParams.delete('plan')
  history.pushState(null, '', address)
  show(kind)
  if (kind) track('Subscription Selected', { plan: offers[kind][shownPrices()] })
}

export function followChoice() {
  document.addEventListener('click', (event) => {
    const { target } = event
    const button = target instanceof Element && target.closest<HTMLElement>('[data-choose]')
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    choose(kindOf(button.dataset.choose))
  })
  addEventListener('popstate', () => {
    const kind = kindOf(new URLSearchParams(location.search).get('plan'))
    if (kind !== chosenPlan()) show(kind)
  })
}
