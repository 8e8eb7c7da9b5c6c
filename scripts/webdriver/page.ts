/** One window of a browser as its reader uses it: what they see, press and type, by its name on the page. */
import { setTimeout as wait } from 'node:timers/promises'
import { CommandRefused, type Session } from './session.ts'

export type Kind = 'button' | 'link' | 'field' | 'option' | 'heading' | 'text'

export type Wanted = {
  readonly kind: Kind
  /** The whole accessible name, or a part of it by a pattern. */
  readonly name: string | RegExp
  /** A selector of what has to be around it. */
  readonly within?: string | undefined
}

const patience = 20_000
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Runs in the page, so it can't use anything outside of itself. Answers the first element of this kind
 * and name that is visible: not transparent, not empty, and enabled.
 */
function findVisible({ selector, name, flags, within }: FindArguments): Element | null {
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label')
    if (label) return words(label)
    const by = element.getAttribute('aria-labelledby')
    if (by) return words(document.getElementById(by)?.textContent)
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null
    const named = labels?.length ? [...labels] : [element as HTMLElement]
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden isn't part of a name
    return words(named.map((one) => one.innerText).join(' '))
  }
  const pattern = flags === null ? null : new RegExp(name, flags)
  const isNamed = (element: Element) => {
    const own = nameOf(element)
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
    .filter((element) => !isDisabled(element) && isNamed(element) && isVisible(element))
  // Of text, the innermost.
  return (pattern && selector === '*' ? found.at(-1) : found[0]) ?? null
}
/** `flags` are those of a pattern; null where the name is the whole one. */
type FindArguments = { selector: string; name: string; flags: string | null; within: string | null }

const selectors: Readonly<Record<Kind, string>> = {
  button: 'button, summary, [role=button]',
  link: 'a[href]',
  field: 'input, textarea, select',
  option: 'label',
  heading: 'h1, h2, h3',
  text: '*',
}

/** A page on its way to another can't answer. */
const passing = new Set([
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

export function createPage(session: Session, siteUrl: string) {
  async function run<Value, Arguments extends readonly unknown[]>(
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

  /** Asks again and again until the answer isn't false or null; fails with what was waited for. */
  async function until<Value>(
    what: string,
    ask: () => Promise<Value | null | false>,
  ): Promise<Value> {
    const deadline = Date.now() + patience
    for (let pause = 50; ; pause = Math.min(pause * 1.5, 400)) {
      const answer = await ask().catch((error) => {
        if (error instanceof CommandRefused && passing.has(error.code)) return null
        throw error
      })
      if (answer !== null && answer !== false) return answer
      if (Date.now() > deadline) {
        const url = await session.send('currentUrl').catch(() => 'an unknown page')
        // biome-ignore lint/performance/useDomNodeTextContent: what is shown is what was looked at
        const text = await run(() => document.body.innerText.slice(0, 1500)).catch(() => '')
        throw new Error(`Waited in vain for ${what}, on ${url}:\n${text}`)
      }
      await wait(pause)
    }
  }

  async function idOf({ kind, name, within }: Wanted): Promise<string | null> {
    const element = await run(findVisible, {
      selector: selectors[kind],
      name: typeof name === 'string' ? name : name.source,
      flags: typeof name === 'string' ? null : name.flags,
      within: within ?? null,
    })
    return element ? (element as unknown as Record<string, string>)[elementKey]! : null
  }

  /** Smooth scrolling would still be under way when the browser looks where the element is. */
  async function findInView(wanted: Wanted): Promise<string> {
    const id = await find(wanted)
    await run(
      (element) =>
        (element as unknown as Element).scrollIntoView({ block: 'center', behavior: 'instant' }),
      { [elementKey]: id },
    )
    return id
  }

  const describe = ({ kind, name, within }: Wanted) =>
    `the ${kind} ${name}${within ? ` in ${within}` : ''}`
  const find = (wanted: Wanted) => until(describe(wanted), () => idOf(wanted))

  /**
   * A press does nothing before the script that it needs has arrived, and scripts load others: until the
   * page has asked for nothing more for half a second.
   */
  async function untilQuiet() {
    let seen = -1
    let since = Date.now()
    await until('the page to be quiet', async () => {
      const count = await run(() =>
        document.readyState === 'complete' ? performance.getEntriesByType('resource').length : -2,
      )
      if (count !== seen) since = Date.now()
      seen = count
      return count >= 0 && Date.now() - since > 500
    })
  }

  return {
    run,
    until,
    /** A path of the site, or a whole address. */
    async open(address: string) {
      await session.send('navigate', { url: new URL(address, siteUrl).href })
      await untilQuiet()
    },
    async goBack() {
      await session.send('back')
    },
    async sees(kind: Kind, name: string | RegExp, within?: string) {
      await find({ kind, name, within })
    },
    async seesNo(kind: Kind, name: string | RegExp, within?: string) {
      const wanted = { kind, name, within }
      await until(`no ${describe(wanted)}`, async () => (await idOf(wanted)) === null)
    },
    async press(
      kind: Exclude<Kind, 'text' | 'heading' | 'field'>,
      name: string | RegExp,
      within?: string,
    ) {
      // While a dialog fades away, it takes the press.
      await until(`a press on ${name}`, async () => {
        await session.send('click', { id: await findInView({ kind, name, within }) })
        return true
      })
    },
    /** Presses wherever there is nothing else, as at a dialog's backdrop. */
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
    async pressEscape() {
      const actions = [
        { type: 'keyDown', value: '\uE00C' },
        { type: 'keyUp', value: '\uE00C' },
      ]
      await session.send('performActions', { actions: [{ type: 'key', id: 'keys', actions }] })
    },
    async fillIn(name: string | RegExp, text: string, within?: string) {
      const id = await findInView({ kind: 'field', name, within })
      await session.send('clear', { id })
      await session.send('type', { id, text })
    },
    /** Waits until the address is this one, without the site's part. */
    async isAt(address: string | RegExp) {
      await until(`the address ${address}`, async () => {
        const url = String(await session.send('currentUrl'))
        if (!url.startsWith(siteUrl)) return false
        const path = url.slice(siteUrl.length)
        return typeof address === 'string' ? path === address : address.test(path)
      })
    },
    /** Goes on in the window that this page has opened. */
    async followWindow() {
      const opener = await session.send('currentWindow')
      const opened = await until('a second window', async () => {
        const windows = (await session.send('windows')) as string[]
        return windows.find((handle) => handle !== opener) ?? null
      })
      await session.send('switchToWindow', { handle: opened })
    },
    /** Cookies of a reader who is logged in already; for the site of the page that is open. */
    async takeCookies(cookies: ReadonlyMap<string, string>) {
      for (const [name, value] of cookies) {
        const httpOnly = name.startsWith('__Host-')
        await session.send('addCookie', {
          cookie: { name, value, path: '/', secure: true, httpOnly },
        })
      }
    },
    async resize(width: number, height: number) {
      await session.send('resize', { width, height })
      // The window manager resizes later than the command returns, and a press would miss its target.
      await until('the window to resize', () => run((wanted) => outerWidth === wanted, width))
    },
    /** Of what the window shows. `full` is Marionette's, which would take the whole page. */
    async screenshot(): Promise<Buffer> {
      return Buffer.from(String(await session.send('screenshot', { full: false })), 'base64')
    },
  }
}
