/**
 * One process of the local stack: started, waited for, its output labelled, ended together with
 * everything that it started itself.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from './log.ts'

export type PartOptions = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Answers true once the part serves. Called again and again until then. */
  readonly isReady: () => Promise<boolean>
  /** What to do when it does not start, in words. */
  readonly advice: string
  /** Called when it ends without having been told to. */
  readonly onCrash: (message: string) => void
  readonly verbose: boolean
  /** Called as soon as the process exists, long before it is ready. */
  readonly onSpawn?: () => void
  /** True for a script of ours, which can be asked things. */
  readonly isScript?: boolean
}

const startLimit = 90_000
const stopLimit = 20_000

/** Every process that runs, for an end that comes before the whole stack stands. */
const running = new Set<ChildProcess>()

/** The processes of the parts that run or are starting. */
export function runningParts(): number[] {
  return [...running].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
}

/** Ends whatever has been started so far. */
export async function endAllParts(): Promise<void> {
  await Promise.all([...running].map(endProcess))
}

export type Part = {
  readonly name: string
  readonly pid: number
  /** Sends a message and waits for the answer; for parts that are scripts of ours. */
  ask(message: object): Promise<void>
  stop(): Promise<void>
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export async function startPart(options: PartOptions): Promise<Part> {
  const { name, command, args, advice } = options
  const recent: string[] = []
  // A group of its own: Ctrl-C reaches the supervisor alone, which then ends the parts in order.
  const child = spawn(command, args, {
    stdio: options.isScript ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  })
  let spawnError: Error | undefined
  child.on('error', (error) => {
    spawnError = error
  })
  running.add(child)
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      running.delete(child)
      resolve()
    }),
  )
  options.onSpawn?.()
  const listen = (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) {
      if (!line.trim()) continue
      recent.push(line)
      if (recent.length > 15) recent.shift()
      if (options.verbose) log(name, line)
    }
  }
  child.stdout!.on('data', listen)
  child.stderr!.on('data', listen)
  const explain = (what: string) =>
    `${name} ${what}. ${advice}\n${recent.map((line) => `    ${line}`).join('\n')}`

  const deadline = Date.now() + startLimit
  while (!(await options.isReady().catch(() => false))) {
    if (spawnError || hasEnded(child)) {
      throw new Error(explain(`ended while starting${spawnError ? `: ${spawnError.message}` : ''}`))
    }
    if (Date.now() > deadline) {
      endGroup(child, 'SIGKILL')
      throw new Error(explain(`did not answer within ${startLimit / 1000} s`))
    }
    await wait(100)
  }
  let stopping = false
  void ended.then(() => {
    if (!stopping) options.onCrash(explain('has crashed'))
  })
  return {
    name,
    pid: child.pid!,
    ask(message) {
      return new Promise((resolve, reject) => {
        child.once('message', (answer: { error?: string }) =>
          answer.error === undefined ? resolve() : reject(new Error(explain(answer.error))),
        )
        void ended.then(() => reject(new Error(explain('ended before it answered'))))
        child.send(message)
      })
    },
    async stop() {
      stopping = true
      await endProcess(child)
    },
  }
}

/** Asks a process to end, and makes it after a while. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  endGroup(child, 'SIGTERM')
  const killer = setTimeout(() => endGroup(child, 'SIGKILL'), stopLimit)
  await ended
  clearTimeout(killer)
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    child.kill(signal)
  }
}
