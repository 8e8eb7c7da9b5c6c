/** A browser's processes, in one group that is killed as a whole. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { extendEnvironment } from '../dev-environment.ts'

const startTimeout = 30_000

export type BrowserProcess = {
  /** The browser's output on file descriptor 3. */
  readonly report: NodeJS.ReadableStream
  readonly hasEnded: () => boolean
  stop(): Promise<void>
}

export function startBrowserProcess(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): BrowserProcess {
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    env: extendEnvironment(env),
  })
  let isEnded = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isEnded = true
      resolve()
    }
    child.once('error', end)
    child.once('exit', end)
  })
  const killGroup = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The whole process group has ended.
    }
  }
  process.once('exit', killGroup)
  return {
    report: child.stdio[3] as NodeJS.ReadableStream,
    hasEnded: () => isEnded,
    async stop() {
      process.off('exit', killGroup)
      killGroup()
      await ended
    },
  }
}

export async function waitForAnswer<Result>(
  browser: BrowserProcess,
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  const deadline = Date.now() + startTimeout
  for (;;) {
    const result = await attempt().catch(() => null)
    if (result !== null) return result
    if (browser.hasEnded()) throw new Error('The browser ended while starting.')
    if (Date.now() > deadline)
      throw new Error(`The browser didn't start in ${startTimeout / 1000} s.`)
    await wait(50)
  }
}
