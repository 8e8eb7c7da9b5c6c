/** Drives one browser window as a reader does: finds elements by kind and accessible name. */
import { setTimeout as wait } from 'node:timers/promises'
import { WebDriverError, type WebDriverSession } from './webdriver-session.ts'

export type Kind = 'button' | 'link' | 'field' | 'option' | 'heading' | 'text'

export type ElementQuery = {
  readonly kind: Kind
  /** The element's whole accessible name, or a pattern that matches part of it. */
  readonly name: string | RegExp
  /** A selector for an ancestor of the element. */
  readonly within?: string | undefined
}

const findTimeout = 20_000
/** WebDriver's names of keys without a character. */
export const keys = {
  enter: '\uE007',
  shift: '\uE008',
  control: '\uE009',
  escape: '\uE00C',
  left: '\uE012',
  right: '\uE014',
} as const

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Runs in the page, so it can't use anything outside this function. Returns the first visible, enabled element. */
function findVisible({ selector, name, flags, within }: FindArguments): Element | null {
  const normaliseText = (text: string | null | undefined) =>
    (text ?? '').replace(/\s+/g, ' ').trim()
  const getAccessibleName = (element: Element) => {
    const label = element.getAttribute('aria-label')
    if (label) return normaliseText(label)
    const by = element.getAttribute('aria-labelledby')
    if (by) return normaliseText(document.getElementById(by)?.textContent)
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null
    const named = labels?.length ? [...labels] : [element as HTMLElement]
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden isn't part of a name
    return normaliseText(named.map((one) => one.innerText).join(' '))
  }
  const pattern = flags === null ? null : new RegExp(name, flags)
  const hasName = (element: Element) => {
    const own = getAccessibleName(element)
    return pattern ? pattern.test(own) : own === name
  }
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getClientRects().length > 0
  const isDisabled = (element: Element) => {
    const control = element instanceof HTMLLabelElement ? element.control : element
    return control?.matches(':disabled') ?? false
  }
  const places = within ? [...document.querySelectorAll(within)] : [document]
  const found = places
    .flatMap((place) => [...place.querySelectorAll(selector)])
    .filter((element) => !isDisabled(element) && hasName(element) && isVisible(element))
  // The innermost element with the text.
  return (pattern && selector === '*' ? found.at(-1) : found[0]) ?? null
}
/** `flags` are those of a pattern; null for a whole name. */
type FindArguments = { selector: string; name: string; flags: string | null; within: string | null }

const selectors: Readonly<Record<Kind, string>> = {
  button: 'button, summary, [role=button]',
  link: 'a[href]',
  field: 'input, textarea, select, [contenteditable=true]',
  option: 'label',
  heading: 'h1, h2, h3',
  text: '*',
}

/** Errors that occur while a page is navigating. */
const retryableErrors = new Set([
  'javascript error',
  'stale element reference',
  'element click intercepted',
  'no such window',
  'no such execution context',
  'unknown error',
  'script timeout',
  'timeout',
])

export type Page = ReturnType<typeof createPage>

export function createPage(session: WebDriverSession, siteUrl: string) {
  async function runScript<Value, Arguments extends readonly unknown[]>(
    script: (...args: Arguments) => Value | Promise<Value>,
    ...args: Arguments
  ): Promise<Value> {
    const body = `const done = arguments[arguments.length - 1]
      const given = [...arguments].slice(0, -1)
      Promise.resolve((${script})(...given)).then(done, (error) => done({ thrown: String(error) }))`
    const value = await session.send('execute', { script: body, args })
    const thrown = (value as { thrown?: string } | null)?.thrown
    if (thrown) throw new Error(thrown)
    return value as Value
  }

  /** Repeats `ask` until its result isn't false or null. */
  async function waitUntil<Value>(
    what: string,
    ask: () => Promise<Value | null | false>,
  ): Promise<Value> {
    const deadline = Date.now() + findTimeout
    for (let pause = 50; ; pause = Math.min(pause * 1.5, 400)) {
      const result = await ask().catch((error) => {
        if (error instanceof WebDriverError && retryableErrors.has(error.code)) return null
        throw error
      })
      if (result !== null && result !== false) return result
      if (Date.now() > deadline) {
        const url = await session.send('currentUrl').catch(() => 'an unknown page')
        // biome-ignore lint/performance/useDomNodeTextContent: what is shown is what was looked at
        const text = await runScript(() => document.body.innerText.slice(0, 1500)).catch(() => '')
        throw new Error(`Waited in vain for ${what}, on ${url}:\n${text}`)
      }
      await wait(pause)
    }
  }

  async function findElementId({ kind, name, within }: ElementQuery): Promise<string | null> {
    const element = await runScript(findVisible, {
      selector: selectors[kind],
      name: typeof name === 'string' ? name : name.source,
      flags: typeof name === 'string' ? null : name.flags,
      within: within ?? null,
    })
    return element ? (element as unknown as Record<string, string>)[elementKey]! : null
  }

  /**
   * Finds an element and scrolls to it without smooth scrolling, which would still be running when the browser clicks.
   */
  async function findAndScroll(query: ElementQuery): Promise<string> {
    const id = await findElement(query)
    await runScript(
      (element) =>
        (element as unknown as Element).scrollIntoView({ block: 'center', behavior: 'instant' }),
      { [elementKey]: id },
    )
    return id
  }

  const describeQuery = ({ kind, name, within }: ElementQuery) =>
    `the ${kind} ${name}${within ? ` in ${within}` : ''}`
  const findElement = (query: ElementQuery) =>
    waitUntil(describeQuery(query), () => findElementId(query))

  /** A click does nothing before its script has loaded. Waits for half a second without requests. */
  async function waitUntilQuiet() {
    let seen = -1
    let since = Date.now()
    await waitUntil('the page to be quiet', async () => {
      const count = await runScript(() =>
        document.readyState === 'complete' ? performance.getEntriesByType('resource').length : -2,
      )
      if (count !== seen) since = Date.now()
      seen = count
      return count >= 0 && Date.now() - since > 500
    })
  }

  const performKeyActions = (actions: readonly object[]) =>
    session.send('performActions', { actions: [{ type: 'key', id: 'keys', actions }] })
  const pressKeys = async (text: string) => {
    await performKeyActions(
      [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    )
  }

  return {
    run: runScript,
    until: waitUntil,
    /** Opens a path of the site, or a whole address. */
    async open(address: string) {
      await session.send('navigate', { url: new URL(address, siteUrl).href })
      await waitUntilQuiet()
    },
    async goBack() {
      await session.send('back')
    },
    async expectVisible(kind: Kind, name: string | RegExp, within?: string) {
      await findElement({ kind, name, within })
    },
    async expectNotVisible(kind: Kind, name: string | RegExp, within?: string) {
      const query = { kind, name, within }
      await waitUntil(
        `no ${describeQuery(query)}`,
        async () => (await findElementId(query)) === null,
      )
    },
    async pressElement(
      kind: Exclude<Kind, 'text' | 'heading' | 'field'>,
      name: string | RegExp,
      within?: string,
    ) {
      // A dialog that is fading out would receive the click.
      await waitUntil(`a press on ${name}`, async () => {
        await session.send('click', { id: await findAndScroll({ kind, name, within }) })
        return true
      })
    },
    /** Clicks at a point, such as on a dialog's backdrop. */
    async pressAt(x: number, y: number) {
      const actions = [
        { type: 'pointerMove', duration: 0, x, y, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      const parameters = { pointerType: 'mouse' }
      await session.send('performActions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
      })
    },
    pressEscape: () => pressKeys(keys.escape),
    /** Presses keys one after the other, in the focused element. */
    pressKeys,
    async pressTogether(...together: readonly string[]) {
      await performKeyActions([
        ...together.map((value) => ({ type: 'keyDown', value })),
        ...together.toReversed().map((value) => ({ type: 'keyUp', value })),
      ])
    },
    async fillIn(name: string | RegExp, text: string, within?: string) {
      const id = await findAndScroll({ kind: 'field', name, within })
      await session.send('clear', { id })
      await session.send('type', { id, text })
    },
    /** Types at the end of a field's text; in WebKit's driver, at the beginning. */
    async typeIn(name: string | RegExp, text: string, within?: string) {
      const id = await findAndScroll({ kind: 'field', name, within })
      await session.send('type', { id, text })
    },
    async expectPath(address: string | RegExp) {
      await waitUntil(`the address ${address}`, async () => {
        const url = String(await session.send('currentUrl'))
        if (!url.startsWith(siteUrl)) return false
        const path = url.slice(siteUrl.length)
        return typeof address === 'string' ? path === address : address.test(path)
      })
    },
    /** Returns a function that switches back. */
    async switchToNewWindow() {
      const opener = await session.send('currentWindow')
      const opened = await waitUntil('a second window', async () => {
        const windows = (await session.send('windows')) as string[]
        return windows.find((handle) => handle !== opener) ?? null
      })
      await session.send('switchToWindow', { handle: opened })
      return async () => {
        await session.send('switchToWindow', { handle: opener })
      }
    },
    /** Closes the window, and continues in a new one. */
    async replaceWindow() {
      const { handle } = (await session.send('newWindow', { type: 'tab' })) as { handle: string }
      await session.send('closeWindow')
      await session.send('switchToWindow', { handle })
    },
    /** Adds cookies to the site of the open page. */
    async addCookies(cookies: ReadonlyMap<string, string>) {
      for (const [name, value] of cookies) {
        const httpOnly = name.startsWith('__Host-')
        await session.send('addCookie', {
          cookie: { name, value, path: '/', secure: true, httpOnly },
        })
      }
    },
    async resize(width: number, height: number) {
      await session.send('resize', { width, height })
      // The window manager resizes after the command returns, and a click would miss.
      await waitUntil('the window to resize', () =>
        runScript((query) => outerWidth === query, width),
      )
    },
  }
}
