/** As much of a browser as tests of stores need: what it keeps, its cookies, and pages one after another. */
import { vi } from 'vitest'

function storage(): Storage & Map<string, string> {
  const kept = new Map<string, string>()
  const methods = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, String(value)),
    removeItem: (key: string) => void kept.delete(key),
  }
  // Object.keys and `in` see what is kept, as they do in a browser.
  return new Proxy(kept, {
    get: (_, name) => {
      if (name in methods) return methods[name as keyof typeof methods]
      const value = Reflect.get(kept, name)
      return typeof value === 'function' ? value.bind(kept) : value
    },
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, key) => ({
      value: kept.get(String(key)),
      configurable: true,
      enumerable: true,
    }),
  }) as never
}

export type TestBrowser = {
  readonly local: Storage & Map<string, string>
  /** Of the one tab. */
  readonly session: Storage & Map<string, string>
  /** The `reader` cookie; empty for a guest. */
  reader: string
  readonly reload: ReturnType<typeof vi.fn>
  readonly fields: { type: string; value: string; defaultValue: string }[]
  /** Loads a page: what modules remember is forgotten, and the hint is on the document. */
  openPage(): void
  /** What the page shows by now. */
  shown(): string
}

export function testBrowser(): TestBrowser {
  const browser: TestBrowser = {
    local: storage(),
    session: storage(),
    reader: '',
    reload: vi.fn(),
    fields: [],
    openPage() {
      vi.resetModules()
      const [status = 'guest', open] = browser.reader ? browser.reader.split('.') : []
      const dataset: Record<string, string> = { reader: status, ...(open ? { open: '' } : {}) }
      vi.stubGlobal('window', new EventTarget())
      const page = Object.assign(new EventTarget(), {
        hidden: false,
        documentElement: { dataset },
        getElementById: () => null,
        querySelectorAll: () => browser.fields,
      })
      Object.defineProperty(page, 'cookie', {
        get: () => browser.reader && `reader=${browser.reader}`,
      })
      vi.stubGlobal('document', page)
      vi.stubGlobal('addEventListener', () => {})
      vi.stubGlobal('localStorage', browser.local)
      vi.stubGlobal('sessionStorage', browser.session)
      vi.stubGlobal('navigator', { onLine: true })
      vi.stubGlobal('location', {
        reload: browser.reload,
        pathname: '/',
        search: '',
        origin: 'https://verandah.news',
      })
    },
    shown: () => document.documentElement.dataset.reader ?? '',
  }
  return browser
}
