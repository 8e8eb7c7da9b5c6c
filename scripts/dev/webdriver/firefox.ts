/**
 * Firefox over Marionette, because Debian has no package of geckodriver. A message is its length, a
 * colon and JSON: [type, id, …]. Source: "Protocol" in Mozilla's documentation of Marionette.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowserProcess, waitForAnswer } from './browser-process.ts'
import {
  capabilities,
  commands,
  WebDriverError,
  type WebDriverSession,
} from './webdriver-session.ts'

/** Preferences without requests to Mozilla, or dialogs. */
const preferences = {
  // A free port, which Firefox writes into its profile.
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutConfig.showWarning': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
} as const

type MarionetteResponse = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  unknown,
]

export function createMessageReader(onMessage: (message: unknown) => void) {
  let pending = Buffer.alloc(0)
  return (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const colon = pending.indexOf(':')
      if (colon < 0) return
      const end = colon + 1 + Number(pending.subarray(0, colon).toString())
      if (pending.length < end) return
      onMessage(JSON.parse(pending.subarray(colon + 1, end).toString()))
      pending = pending.subarray(end)
    }
  }
}

function createMarionette(socket: Socket) {
  const pendingCommands = new Map<number, (marionetteResponse: MarionetteResponse) => void>()
  let count = 0
  let isClosed = false
  socket.on(
    'data',
    createMessageReader((message) => {
      // The first message is a greeting.
      if (!Array.isArray(message)) return
      const marionetteResponse = message as MarionetteResponse
      pendingCommands.get(marionetteResponse[1])?.(marionetteResponse)
      pendingCommands.delete(marionetteResponse[1])
    }),
  )
  const end = () => {
    isClosed = true
    for (const [id, resolveCommand] of pendingCommands) {
      resolveCommand([1, id, { error: 'unknown error', message: 'Firefox has ended' }, null])
    }
  }
  socket.once('close', end)
  socket.once('error', end)
  return async (name: string, parameters: object = {}): Promise<unknown> => {
    if (isClosed) throw new WebDriverError(name, 'unknown error', 'Firefox has ended')
    const id = ++count
    const answered = new Promise<MarionetteResponse>((resolve) => pendingCommands.set(id, resolve))
    const message = JSON.stringify([0, id, name, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , error, result] = await answered
    if (error) throw new WebDriverError(name, error.error, error.message)
    const isWrapped = typeof result === 'object' && result !== null && 'value' in result
    return isWrapped ? result.value : result
  }
}

export async function startFirefox(binary: string): Promise<WebDriverSession> {
  const profile = mkdtempSync(join(tmpdir(), 'verandah-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const args = ['--marionette', '--headless', '--no-remote', '--profile', profile]
  const firefox = startBrowserProcess(binary, args)
  let socket: Socket | undefined
  async function close() {
    socket?.destroy()
    await firefox.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const port = await waitForAnswer(firefox, async () => {
      return Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8')) || null
    })
    socket = connect(port, '127.0.0.1')
    const send = createMarionette(socket)
    await send('WebDriver:NewSession', capabilities)
    return { send: (command, parameters) => send(commands[command][2], parameters), close }
  } catch (error) {
    await close()
    throw error
  }
}
