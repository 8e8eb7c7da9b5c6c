/** A minimal browser for tests of stores: storage, cookies and page loads. */
import { vi } from 'vitest'

function createFakeStorage(): Storage & Map<string, string> {
  const items = new Map<string, string>()
  const methods = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, String(value)),
    removeItem: (key: string) => void items.delete(key),
  }
  // Object.keys and `in` list the items, as in a browser.
  return new Proxy(items, {
    get: (_, name) => {
      if (name in methods) return methods[name as keyof typeof methods]
      const value = Reflect.get(items, name)
      return typeof value === 'function' ? value.bind(items) : value
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => ({
      value: items.get(String(key)),
      configurable: true,
      enumerable: true,
    }),
  }) as never
}

export type TestBrowser = {
  readonly local: Storage & Map<string, string>
  readonly session: Storage & Map<string, string>
  /** The hint cookie's value; empty for a guest. */
  reader: string
  /** All cookies except the reader's. */
  cookies: string
  readonly reload: ReturnType<typeof vi.fn>
  readonly fields: { type: string; value: string; defaultValue: string }[]
  /** Resets all modules, and writes the hint into the document. */
  loadPage(): void
  getShownReader(): string
}

export function createTestBrowser(): TestBrowser {
  const browser: TestBrowser = {
    local: createFakeStorage(),
    session: createFakeStorage(),
    reader: '',
    cookies: '',
    reload: vi.fn(),
    fields: [],
    loadPage() {
      vi.resetModules()
      const [status = 'guest', open] = browser.reader ? browser.reader.split('.') : []
      const dataset: Record<string, string> = { reader: status, ...(open ? { open: '' } : {}) }
      vi.stubGlobal('window', new EventTarget())
      const page = Object.assign(new EventTarget(), {
        hidden: false,
        documentElement: { dataset, toggleAttribute: () => false },
        getElementById: () => null,
        querySelectorAll: () => browser.fields,
      })
      Object.defineProperty(page, 'cookie', {
        get: () => `${browser.reader && `reader=${browser.reader}; `}${browser.cookies}`,
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
    getShownReader: () => document.documentElement.dataset.reader ?? '',
  }
  return browser
}
