/**
 * The selected plan is in the address, which survives reloads, and on <html>, for styles.
 *     <a href="?plan=annual" data-choose="annual">     <button data-choose="">
 */
import { track } from '../../browser/analytics.ts'
import {
  getPlan,
  type PlanKind,
  type PriceClass,
  planKinds,
} from '../../domain/subscription/offer.ts'

/** Returns the shown price class, which is domestic until the country is known. */
const getShownPriceClass = (): PriceClass =>
  document.documentElement.dataset.prices === 'international' ? 'international' : 'domestic'

const parsePlanKind = (name: string | null | undefined): PlanKind | null =>
  planKinds.find((kind) => kind === name) ?? null

export const getSelectedPlan = () => parsePlanKind(document.documentElement.dataset.plan)

function showPlan(kind: PlanKind | null) {
  const { dataset } = document.documentElement
  if (kind) dataset.plan = kind
  else delete dataset.plan
  // The pressed button, which had the focus, is hidden.
  document.querySelector<HTMLElement>(kind ? '[data-checkout-panel]' : '[data-plans]')?.focus()
}

function selectPlan(kind: PlanKind | null) {
  const url = new URL(location.href)
  if (kind) url.searchParams.set('plan', kind)
  else url.searchParams.delete('plan')
  history.pushState(null, '', url)
  showPlan(kind)
  if (kind) track('Subscription Selected', { plan: getPlan(kind, getShownPriceClass()) })
}

export function followPlanSelection() {
  document.addEventListener('click', (event) => {
    const { target } = event
    const button = target instanceof Element && target.closest<HTMLElement>('[data-choose]')
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    selectPlan(parsePlanKind(button.dataset.choose))
  })
  addEventListener('popstate', () => {
    const kind = parsePlanKind(new URLSearchParams(location.search).get('plan'))
    if (kind !== getSelectedPlan()) showPlan(kind)
  })
}
