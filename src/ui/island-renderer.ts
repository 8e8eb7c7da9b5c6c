/**
 * Renders islands, in place of Astro's own script (scripts/build/client-bundle.ts). An island that fails shows a
 * message and a link instead of nothing. Typed text survives that, and also a first render that can't adopt the page's
 * HTML because the browser has translated it or an extension has changed it.
 */
import { type ComponentType, createElement, memo, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { createElement as createDomElement } from '../browser/create-element.ts'
import { followState } from './island-state.ts'

/** The page's HTML inside an island, in Astro's element. */
const Slot = memo(
  ({ html }: { html: string }) =>
    createElement('astro-slot', {
      suppressHydrationWarning: true,
      dangerouslySetInnerHTML: { __html: html },
    }),
  () => true,
)

function showFailure(island: HTMLElement, words: string, label: string, onPress: () => void) {
  const button = createDomElement('button', { type: 'button' }, label)
  button.style.cssText = 'min-height: var(--target); text-decoration: underline'
  button.addEventListener('click', onPress)
  const message = createDomElement('p', { role: 'alert' }, words)
  const failure = createDomElement('div', {}, message, button)
  failure.style.cssText = 'font: var(--regular) var(--size-note) / 1.5 var(--sans)'
  island.replaceChildren(failure)
}

export default (island: HTMLElement) =>
  (
    component: ComponentType<object>,
    properties: object,
    slots: Readonly<Record<string, string>>,
    { client }: { readonly client: string },
  ) => {
    // The island has already been rendered.
    if (!island.hasAttribute('ssr')) return
    const html = slots.default
    const element = createElement(component, properties, html && createElement(Slot, { html }))
    const state = followState(island)
    let root: Root
    let failures = 0
    let hasRetried = false

    function handleFailure(error: unknown) {
      reportError(error)
      const failure = ++failures
      // This code runs after React has emptied the island, which may also fail.
      setTimeout(() => {
        if (failure !== failures) return
        root.unmount()
        const words = 'Something went wrong here.'
        if (hasRetried) showFailure(island, words, 'Reload the page', () => location.reload())
        else if (!state.hasTyped()) showFailure(island, words, 'Try again', retry)
        else showFailure(island, `${words} You won’t lose what you’ve typed.`, 'Try again', retry)
      })
    }

    function renderAnew() {
      island.replaceChildren()
      root = createRoot(island, { onUncaughtError: handleFailure })
      flushSync(() => root.render(element))
      state.restore()
    }

    function retry() {
      hasRetried = true
      renderAnew()
    }

    // React can't adopt a translated page.
    if (client === 'only' || island.querySelector('font')) return renderAnew()
    startTransition(() => {
      root = hydrateRoot(island, element, {
        onUncaughtError: handleFailure,
        onRecoverableError(error) {
          reportError(error)
          state.restore()
        },
      })
    })
  }
