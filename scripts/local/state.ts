/**
 * One stack per folder. The claim is a lock of the operating system on `holder.lock`, taken through
 * SQLite: exactly one process gets it, however many start at once, and it ends with that process,
 * however it ends. `holder.json` beside it names the process and its parts: the pid is for the
 * message, the parts are for the next start to end where a killed stack left them running.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const busy = 5

/** Referenced for as long as they are held: a connection that is collected as garbage gives up its lock. */
const held = new Set<DatabaseSync>()

/** Returns null if another process, or an earlier call in this one, has the lock. */
function lockFile(path: string): DatabaseSync | null {
  // Milliseconds to wait for the lock.
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    held.add(lock)
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === busy) return null
    throw error
  }
}

/**
 * Claims the folder for this process and ends the parts that a killed stack left running there.
 * Throws if another stack runs in it.
 */
export function claimState(folder: string): StateClaim {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'holder.json')
  const lock = lockFile(join(folder, 'holder.lock'))
  if (!lock) {
    const pid = readHolder(path)?.pid
    throw new Error(
      `This stack is already running${pid ? ` (process ${pid})` : ''}. Stop it with Ctrl-C in its terminal first.`,
    )
  }
  for (const pid of readHolder(path)?.parts ?? []) {
    if (isRunning(pid) && commandLine(pid).includes(folder)) process.kill(-pid, 'SIGKILL')
  }
  const write = (parts: readonly number[]) =>
    writeFileSync(path, JSON.stringify({ pid: process.pid, parts } satisfies Holder))
  write([])
  return {
    record: write,
    release() {
      rmSync(path, { force: true })
      held.delete(lock)
      lock.close()
    },
  }
}
