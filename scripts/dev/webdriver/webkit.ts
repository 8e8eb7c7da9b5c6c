/** WebKitWebDriver speaks W3C WebDriver and starts a small browser on a virtual display (Xvfb). */
import { once } from 'node:events'
import { freePort } from '../stack/ports.ts'
import { type BrowserProcess, startBrowserProcess, waitForAnswer } from './browser-process.ts'
import {
  capabilities,
  commands,
  WebDriverError,
  type WebDriverSession,
} from './webdriver-session.ts'

/** Milliseconds. */
const commandTimeout = 60_000
/** WebKit doesn't respond to a script that starts during a navigation. A retry works. */
const scriptTimeout = 4000

async function sendRequest(
  method: string,
  url: string,
  body?: object,
  timeout = commandTimeout,
): Promise<unknown> {
  const { pathname } = new URL(url)
  const pendingResponse = fetch(url, {
    method,
    signal: AbortSignal.timeout(timeout),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const response = await pendingResponse.catch((error: Error) => {
    const code = error.name === 'TimeoutError' ? 'timeout' : 'unknown error'
    throw new WebDriverError(pathname, code, `${error.cause ?? error.message}`)
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(pathname, error, message)
}

/** Starts a display, and returns its number once it is ready. */
async function startDisplay(): Promise<{ display: string; displayProcess: BrowserProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x2000x24', '-nolisten', 'tcp']
  const displayProcess = startBrowserProcess('Xvfb', args)
  const [number] = await once(displayProcess.report, 'data')
  return { display: `:${String(number).trim()}`, displayProcess }
}

export async function startWebKit(driver: string): Promise<WebDriverSession> {
  const { display, displayProcess } = await startDisplay()
  const port = await freePort(19_400)
  const url = `http://127.0.0.1:${port}`
  const webKit = startBrowserProcess(driver, [`--port=${port}`], {
    DISPLAY: display,
    // There are no desktop settings and no accessibility bus.
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
  })
  async function close() {
    await webKit.stop()
    await displayProcess.stop()
  }
  try {
    await waitForAnswer(webKit, () => sendRequest('GET', `${url}/status`))
    const options = { capabilities: { alwaysMatch: capabilities } }
    const created = (await sendRequest('POST', `${url}/session`, options)) as { sessionId: string }
    const session = `${url}/session/${created.sessionId}`
    return {
      send(command, { id, ...parameters } = {}) {
        const [method, path] = commands[command]
        const body = method === 'POST' ? parameters : undefined
        const timeout = command === 'execute' ? scriptTimeout : commandTimeout
        return sendRequest(method, session + path.replace('{id}', String(id)), body, timeout)
      },
      async close() {
        // The driver ends its browser, which is in another process group.
        await sendRequest('DELETE', session).catch(() => {})
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
