/**
 * Firefox, driven through Marionette, the protocol inside it: Debian has no package of geckodriver,
 * which would translate. A message is its length, a colon and JSON: [type, id, …]; see "Protocol" in
 * Mozilla's documentation of Marionette.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowserProcess, untilAnswered } from './browser-process.ts'
import { CommandRefused, capabilities, commands, type Session } from './session.ts'

/** Nothing is asked of Mozilla, and nothing asks the person in front of it. */
const preferences = {
  // A free one, which it writes into its profile.
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

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, unknown]

/** The messages in what has arrived so far. */
export function createReader(onMessage: (message: unknown) => void) {
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

/** Sends commands on this connection, and answers with their results. */
function createMarionette(socket: Socket) {
  const waiting = new Map<number, (answer: Answer) => void>()
  let count = 0
  let isClosed = false
  socket.on(
    'data',
    createReader((message) => {
      // First of all it introduces itself.
      if (!Array.isArray(message)) return
      const answer = message as Answer
      waiting.get(answer[1])?.(answer)
      waiting.delete(answer[1])
    }),
  )
  const end = () => {
    isClosed = true
    for (const [id, settle] of waiting) {
      settle([1, id, { error: 'unknown error', message: 'Firefox has ended' }, null])
    }
  }
  socket.once('close', end)
  socket.once('error', end)
  return async (name: string, parameters: object = {}): Promise<unknown> => {
    if (isClosed) throw new CommandRefused(name, 'unknown error', 'Firefox has ended')
    const id = ++count
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    const message = JSON.stringify([0, id, name, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , error, result] = await answered
    if (error) throw new CommandRefused(name, error.error, error.message)
    const isWrapped = typeof result === 'object' && result !== null && 'value' in result
    return isWrapped ? result.value : result
  }
}

export async function startFirefox(binary: string): Promise<Session> {
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
    const port = await untilAnswered(firefox, async () => {
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
