/** Measures one program: its time, its CPU, its memory. Where the system does not tell, says null. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Measurement = {
  readonly wallSeconds: number
  /** Of the program and everything that it started; null elsewhere than on Linux. */
  readonly userSeconds: number | null
  /** Of the largest of its processes, in bytes; null elsewhere than on Linux. */
  readonly peakBytes: number | null
}

/** Linux counts CPU time in these (sysconf CLK_TCK, which has been 100 since 2.4). */
const ticksPerSecond = 100
const sampleEvery = 25

function fileOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** User CPU of all ended and awaited children of this process so far (proc(5): cutime). */
export function childrenUserSeconds(): number | null {
  const stat = fileOf('/proc/self/stat')
  // The command's name stands in parentheses and may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields ? Number(fields[13]) / ticksPerSecond : null
}

function peakOfTree(pid: number): number {
  const own = /VmHWM:\s+(\d+) kB/.exec(fileOf(`/proc/${pid}/status`) ?? '')
  const children = fileOf(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ') ?? []
  const peaks = children.filter(Boolean).map((child) => peakOfTree(Number(child)))
  return Math.max(Number(own?.[1] ?? 0) * 1024, ...peaks)
}

/** Runs a program to its end, one at a time. Throws with its output where it fails. */
export async function measure(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  const userBefore = childrenUserSeconds()
  const begun = performance.now()
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
  let output = ''
  const keepEnd = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000)
  }
  child.stdout.on('data', keepEnd)
  child.stderr.on('data', keepEnd)
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, peakOfTree(child.pid!))
  }, sampleEvery)
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  }).finally(() => clearInterval(sampler))
  const wallSeconds = (performance.now() - begun) / 1000
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
  const userAfter = childrenUserSeconds()
  const userSeconds = userBefore === null || userAfter === null ? null : userAfter - userBefore
  return { wallSeconds, userSeconds, peakBytes: peak || null }
}
