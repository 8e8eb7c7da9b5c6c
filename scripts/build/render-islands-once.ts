/**
 * Has React render an island once for each set of props, not again for each page. Made for the renderer of
 * @astrojs/react, whose pinned version matters: it renders an island first to find out whether React can,
 * and numbers both.
 */
import { createElement, type ReactElement } from 'react'
import ReactDOM from 'react-dom/server'

export type IslandRenderer = {
  check(this: unknown, component: unknown, ...rest: unknown[]): Promise<boolean>
}

type ReactRenderer = Pick<typeof ReactDOM, 'renderToString'>

/** Islands with more, such as one for each article, are rendered each time. */
const maxSetsOfProps = 16

/** Is checked instead of known components, because each check counts. */
const Nothing = () => createElement('div')

export function checkComponentsOnce(renderer: IslandRenderer) {
  const { check } = renderer
  const known = new Set<unknown>()
  renderer.check = function (component, ...rest) {
    if (known.has(component)) return check.call(this, Nothing, ...rest)
    const checked = check.call(this, component, ...rest)
    const remember = (isReact: boolean) => void (isReact && known.add(component))
    checked.then(remember, () => {})
    // Another promise would change the order, and thus the numbers, of a page's islands.
    return checked
  }
}

/** Other props, such as slots, can't be compared by their text. */
const areComparable = (props: object) =>
  Object.values(props).every(
    (value) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  )

/** For React's own function, which the compiled templates call for each island. */
export function renderOnce({ renderToString }: ReactRenderer): ReactRenderer['renderToString'] {
  const cache = new WeakMap<object, Map<string, string>>()
  return (element, options) => {
    const { type, props } = element as ReactElement<object>
    if (typeof type !== 'function' || !areComparable(props)) return renderToString(element, options)
    const rendered = cache.get(type) ?? new Map<string, string>()
    cache.set(type, rendered)
    const key = JSON.stringify(Object.entries(props))
    const html = rendered.get(key) ?? renderToString(element, options)
    if (rendered.size < maxSetsOfProps) rendered.set(key, html)
    return html
  }
}

let isInstalled = false

export function renderIslandsOnce() {
  if (isInstalled) return
  isInstalled = true
  ReactDOM.renderToString = renderOnce(ReactDOM)
}
