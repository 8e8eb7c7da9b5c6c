/** A process of the local stack, stopped with all its children. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { extendEnvironment } from './dev-environment.ts'

export type ServiceOptions = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Called repeatedly until it returns true. */
  readonly isReady: () => Promise<boolean>
  /** Advice for a failed start. */
  readonly advice: string
  /** Called if the process ends unexpectedly. */
  readonly onCrash: (message: string) => void
  readonly verbose: boolean
  /** Called as soon as the process exists, long before it is ready. */
  readonly onSpawn?: () => void
  /** True for our own scripts, which accept messages. */
  readonly isScript?: boolean
}

export function logLine(service: string, line: string) {
  console.log(`${service.padEnd(9)} │ ${line}`)
}

const startTimeout = 90_000
const stopTimeout = 20_000

/** All running processes, so that an interrupted start can stop them. */
const runningProcesses = new Set<ChildProcess>()

export function listServicePids(): number[] {
  return [...runningProcesses].flatMap(({ pid }) => (pid === undefined ? [] : [pid]))
}

export async function stopAllServices(): Promise<void> {
  await Promise.all([...runningProcesses].map(stopProcess))
}

export type ServiceProcess = {
  readonly name: string
  readonly pid: number
  /** Sends a message and waits for the answer; for our own scripts. */
  sendMessage<Answer = unknown>(message: object): Promise<Answer>
  stop(): Promise<void>
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, command, args, advice } = options
  const recentLines: string[] = []
  // The process is in a group of its own, so Ctrl-C reaches only the supervisor, which stops the parts in order.
  const child = spawn(command, args, {
    stdio: options.isScript ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: options.cwd,
    env: extendEnvironment(options.env ?? {}),
  })
  let spawnError: Error | undefined
  child.on('error', (error) => {
    spawnError = error
  })
  runningProcesses.add(child)
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      runningProcesses.delete(child)
      resolve()
    }),
  )
  options.onSpawn?.()
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (!line.trim()) return
      recentLines.push(line)
      if (recentLines.length > 15) recentLines.shift()
      if (options.verbose) logLine(name, line)
    })
  }
  const describeFailure = (what: string) =>
    `${name} ${what}. ${advice}\n${recentLines.map((line) => `    ${line}`).join('\n')}`

  const deadline = Date.now() + startTimeout
  while (!(await options.isReady().catch(() => false))) {
    if (spawnError || hasEnded(child)) {
      // The last output may arrive after the process has ended, or never end, if a child process holds the pipe.
      await Promise.race([ended, wait(1000)])
      throw new Error(
        describeFailure(`stopped while starting${spawnError ? `: ${spawnError.message}` : ''}`),
      )
    }
    if (Date.now() > deadline) {
      signalGroup(child, 'SIGKILL')
      throw new Error(describeFailure(`didn’t answer within ${startTimeout / 1000} s`))
    }
    await wait(100)
  }
  let stopping = false
  void ended.then(() => {
    if (!stopping) options.onCrash(describeFailure('crashed'))
  })
  return {
    name,
    pid: child.pid!,
    sendMessage(message) {
      return new Promise((resolve, reject) => {
        child.once('message', (answer: { error?: string }) =>
          answer.error === undefined
            ? resolve(answer as never)
            : reject(new Error(describeFailure(answer.error))),
        )
        void ended.then(() => reject(new Error(describeFailure('stopped before it answered'))))
        child.send(message)
      })
    },
    async stop() {
      stopping = true
      await stopProcess(child)
    },
  }
}

/** Terminates a process, and kills it after a while. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (!runningProcesses.has(child)) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  signalGroup(child, 'SIGTERM')
  const killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), stopTimeout)
  await ended
  clearTimeout(killTimer)
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    child.kill(signal)
  }
}
