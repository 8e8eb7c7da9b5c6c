/**
 * WebKit, as WebKitGTK has it: WebKitWebDriver speaks W3C WebDriver over HTTP and starts a small
 * browser, which needs a display. Xvfb is one that nobody sees.
 */
import { once } from 'node:events'
import { freePort } from '../local/ports.ts'
import { type BrowserProcess, startBrowserProcess, untilAnswered } from './browser-process.ts'
import { CommandRefused, capabilities, commands, type Session } from './session.ts'

/** Milliseconds: longer than any page takes. */
const patience = 60_000
/**
 * WebKit never answers a script that begins as the page is replaced by another, and has no timeout of
 * its own for it. Asked again, it answers.
 */
const scriptPatience = 4000

async function ask(method: string, url: string, body?: object, limit = patience): Promise<unknown> {
  const { pathname } = new URL(url)
  const answered = fetch(url, {
    method,
    signal: AbortSignal.timeout(limit),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const response = await answered.catch((error: Error) => {
    const code = error.name === 'TimeoutError' ? 'timeout' : 'unknown error'
    throw new CommandRefused(pathname, code, `${error.cause ?? error.message}`)
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new CommandRefused(pathname, error, message)
}

/** Its number, once it is there. */
async function startDisplay(): Promise<{ display: string; xvfb: BrowserProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x2000x24', '-nolisten', 'tcp']
  const xvfb = startBrowserProcess('Xvfb', args)
  const [number] = await once(xvfb.report, 'data')
  return { display: `:${String(number).trim()}`, xvfb }
}

export async function startWebKit(driver: string): Promise<Session> {
  const { display, xvfb } = await startDisplay()
  const port = await freePort(19_400)
  const url = `http://127.0.0.1:${port}`
  const webKit = startBrowserProcess(driver, [`--port=${port}`], {
    DISPLAY: display,
    // Neither a desktop's settings nor its bus for accessibility are there.
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
  })
  async function close() {
    await webKit.stop()
    await xvfb.stop()
  }
  try {
    await untilAnswered(webKit, () => ask('GET', `${url}/status`))
    const options = { capabilities: { alwaysMatch: capabilities } }
    const created = (await ask('POST', `${url}/session`, options)) as { sessionId: string }
    const session = `${url}/session/${created.sessionId}`
    return {
      send(command, { id, ...parameters } = {}) {
        const [method, path] = commands[command]
        const body = method === 'POST' ? parameters : undefined
        const limit = command === 'execute' ? scriptPatience : patience
        return ask(method, session + path.replace('{id}', String(id)), body, limit)
      },
      async close() {
        // It ends its browser, which is in no group of ours.
        await ask('DELETE', session).catch(() => {})
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
