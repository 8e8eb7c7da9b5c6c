/** The processes of one browser: started in groups of their own, ended with all that they started. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const startLimit = 30_000

export type BrowserProcess = {
  /** Where it reports through the file descriptor 3. */
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
    env: { ...process.env, ...env },
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
      // The whole group has ended.
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

/** Asks until there is an answer. */
export async function untilAnswered<Answer>(
  browser: BrowserProcess,
  ask: () => Promise<Answer | null>,
): Promise<Answer> {
  const deadline = Date.now() + startLimit
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer !== null) return answer
    if (browser.hasEnded()) throw new Error('The browser ended while starting.')
    if (Date.now() > deadline)
      throw new Error(`The browser didn't start in ${startLimit / 1000} s.`)
    await wait(50)
  }
}
