import { readdirSync, readFileSync } from 'node:fs'
import { execa } from 'execa'

export type Measurement = {
  readonly wallSeconds: number
  /** CPU time of the program and its children; null except on Linux. */
  readonly userSeconds: number | null
  /** Memory of the largest process, in bytes; null except on Linux. */
  readonly peakBytes: number | null
}

/** The unit in which Linux counts CPU time (sysconf CLK_TCK, which has been 100 since 2.4). */
const ticksPerSecond = 100
/** Milliseconds. */
const sampleEvery = 25

function readFileOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function readdirOrNone(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** Returns the user CPU time of all ended children of this process so far (proc(5): cutime). */
export function readChildrenUserSeconds(): number | null {
  const stat = readFileOrNull('/proc/self/stat')
  // The command's name is in brackets and may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields ? Number(fields[13]) / ticksPerSecond : null
}

/** Lists a process and its descendants. */
export function listProcessTree(pid: number): number[] {
  const threads = readdirOrNone(`/proc/${pid}/task`)
  const children = threads.flatMap(
    (thread) => readFileOrNull(`/proc/${pid}/task/${thread}/children`)?.match(/\d+/g) ?? [],
  )
  return [pid, ...children.flatMap((child) => listProcessTree(Number(child)))]
}

function readPeakOfTree(root: number): number {
  const peaks = listProcessTree(root).map((pid) => {
    const own = /VmHWM:\s+(\d+) kB/.exec(readFileOrNull(`/proc/${pid}/status`) ?? '')
    return Number(own?.[1] ?? 0) * 1024
  })
  return Math.max(...peaks)
}

/** Measures one program at a time. Throws an error with the program's output if it fails. */
export async function measure(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  const userBefore = readChildrenUserSeconds()
  const startedAt = performance.now()
  const child = execa(command, args, { env, all: true, reject: false })
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, readPeakOfTree(child.pid!))
  }, sampleEvery)
  const result = await child
  clearInterval(sampler)
  const wallSeconds = (performance.now() - startedAt) / 1000
  if (result.failed) throw new Error(`${result.shortMessage}\n${result.all?.slice(-4000)}`)
  const userAfter = readChildrenUserSeconds()
  const userSeconds = userBefore === null || userAfter === null ? null : userAfter - userBefore
  return { wallSeconds, userSeconds, peakBytes: peak || null }
}
