/** One stack a folder: who holds it, and what a killed one left running. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type StateClaim = { record(pids: readonly number[]): void; release(): void }

type Holder = { readonly pid: number; readonly parts: readonly number[] }

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The command line of a process, to be sure that a number still means what it meant. */
function commandLine(pid: number): string {
  try {
    // A small Linux has no ps.
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    }
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * Takes the folder for this process. Throws where another stack runs in it; ends the parts that a
 * killed supervisor left behind.
 */
export function claimState(folder: string): StateClaim {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'holder.json')
  let holder: Holder | null = null
  try {
    holder = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Nobody holds it.
  }
  if (
    holder &&
    isRunning(holder.pid) &&
    /scripts[/\\](local|check|bench|look)\b/.test(commandLine(holder.pid))
  ) {
    throw new Error(
      `This stack is running already (process ${holder.pid}). End it with Ctrl-C in its terminal first.`,
    )
  }
  for (const pid of holder?.parts ?? []) {
    if (isRunning(pid) && commandLine(pid).includes(folder)) process.kill(-pid, 'SIGKILL')
  }
  const write = (parts: readonly number[]) =>
    writeFileSync(path, JSON.stringify({ pid: process.pid, parts } satisfies Holder))
  write([])
  return { record: write, release: () => rmSync(path, { force: true }) }
}
