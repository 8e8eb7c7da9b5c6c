/**
 * One stack per folder. SQLite takes an operating-system lock on `holder.lock`, which ends with its process.
 * `holder.json` names the process, for the message, and its services, so that the next start can end those that a
 * killed stack left.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type StackLock = { recordServices(pids: readonly number[]): void; release(): void }

type LockHolder = { readonly pid: number; readonly services: readonly number[] }

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns a process's command line, to detect a reused id. */
function readCommandLine(pid: number): string {
  try {
    // Minimal Linux systems have no ps.
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    }
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function readHolder(path: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Source: https://www.sqlite.org/rescode.html#busy. */
const sqliteBusy = 5

/** Keeps the connections referenced: garbage collection would release their locks. */
const heldLocks = new Set<DatabaseSync>()

/** Returns null if another process, or an earlier call in this one, has the lock. */
function lockFile(path: string): DatabaseSync | null {
  // Milliseconds to wait for the lock.
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    heldLocks.add(lock)
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return null
    throw error
  }
}

/** Ends processes that a killed stack left. Throws if another stack runs in the folder. */
export function lockStack(folder: string): StackLock {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'holder.json')
  const lock = lockFile(join(folder, 'holder.lock'))
  if (!lock) {
    const pid = readHolder(path)?.pid
    throw new Error(
      `This stack is already running${pid ? ` (process ${pid})` : ''}. Stop it with Ctrl-C in its terminal first.`,
    )
  }
  for (const pid of readHolder(path)?.services ?? []) {
    if (isRunning(pid) && readCommandLine(pid).includes(folder)) process.kill(-pid, 'SIGKILL')
  }
  const writeHolder = (services: readonly number[]) =>
    writeFileSync(path, JSON.stringify({ pid: process.pid, services } satisfies LockHolder))
  writeHolder([])
  return {
    recordServices: writeHolder,
    release() {
      rmSync(path, { force: true })
      heldLocks.delete(lock)
      lock.close()
    },
  }
}
