/**
 * An island's custom element. When the directive calls `load`, the element loads its component and renderer, and
 * hydrates. It's part of every page's second script. Astro's own scripts (scripts/build/client-bundle.ts) are inline,
 * and three times as long, because they support nested islands, page swaps and properties of any type.
 */
import type { ClientDirective } from 'astro'
import hydrateOnInteraction from './client-interaction.ts'
import hydrateForReader from './client-reader.ts'

type Property = readonly [type: 0, value: unknown] | readonly [type: 1, value: readonly Property[]]
type Properties = Readonly<Record<string, Property>>
type Hydrate = () => Promise<void>
type Render = (
  component: unknown,
  properties: object,
  slots: Readonly<Record<string, string>>,
  options: { readonly client: string },
) => unknown

const hydrateNow: ClientDirective = async (load) => (await load())()

/** The value may be the observer's options. */
const hydrateWhenVisible: ClientDirective = (load, options, island) => {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    hydrateNow(load, options, island)
  }, Object(options.value))
  for (const child of island.children) observer.observe(child)
}

const directives: Readonly<Record<string, ClientDirective>> = {
  load: hydrateNow,
  only: hydrateNow,
  visible: hydrateWhenVisible,
  interaction: hydrateOnInteraction,
  reader: hydrateForReader,
}

/** Supports only plain values and arrays. */
const readProperty = ([type, value]: Property): unknown =>
  type
    ? value.map(readProperty)
    : value && typeof value === 'object'
      ? readProperties(value as Properties)
      : value

const readProperties = (properties: Properties): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, readProperty(property)]),
  )

/** Imports again with a different address after a failure, because browsers cache failures. */
const importTwice = (address: string) =>
  import(/* @vite-ignore */ address).catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return import(/* @vite-ignore */ `${address}?astro-retry=${Date.now()}`)
  })

/** Leaves the page as it was built. */
function reportFailure(error: unknown): Hydrate {
  console.error(error)
  return async () => {}
}

class Island extends HTMLElement {
  connectedCallback() {
    const load = () => this.load().catch(reportFailure)
    // The page has been parsed, because module scripts run after that.
    directives[this.read('client')]?.(load, JSON.parse(this.read('opts')), this)
  }

  read(name: string): string {
    return this.getAttribute(name)!
  }

  async load(): Promise<Hydrate> {
    const [component, renderer] = await Promise.all(
      ['component-url', 'renderer-url'].map((name) => importTwice(this.read(name))),
    )
    return async () => {
      const slots: Record<string, string> = {}
      // The renderer may have left out a slot, which is then in a template.
      for (const slot of this.querySelectorAll('astro-slot, [data-astro-template]')) {
        const name = slot.getAttribute('name') || slot.getAttribute('data-astro-template')
        slots[name || 'default'] = slot.innerHTML
        if (slot.localName === 'template') slot.remove()
      }
      const render: Render = renderer.default(this)
      const client = this.read('client')
      await render(component.default, readProperties(JSON.parse(this.read('props'))), slots, {
        client,
      })
      this.removeAttribute('ssr')
    }
  }
}

// Plain builds and the development server use Astro's own element.
if (!customElements.get('astro-island')) customElements.define('astro-island', Island)
