import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimState } from './state.ts'

let folder: string
let processes: ChildProcess[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-'))
  processes = []
})
afterEach(() => {
  for (const { pid } of processes) {
    try {
      process.kill(-pid!, 'SIGKILL')
    } catch {
      // Ended already, as it should.
    }
  }
  rmSync(folder, { recursive: true })
})

/** A process that waits, with this among its arguments. */
async function waiting(argument: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', argument], {
    detached: true,
    stdio: 'ignore',
  })
  processes.push(child)
  await once(child, 'spawn')
  return child
}

const holder = (pid: number, parts: number[]) =>
  writeFileSync(join(folder, 'holder.json'), JSON.stringify({ pid, parts }))

describe('the folder of a stack', () => {
  it.each([
    'scripts/local/start.ts',
    'scripts/check.ts',
    'scripts/bench/bench.ts',
    'scripts/look/look.ts',
  ])('is not shared with a stack that %s runs', async (script) => {
    const { pid } = await waiting(script)
    holder(pid!, [])
    expect(() => claimState(folder)).toThrow(`running already (process ${pid})`)
  })

  it('is free again after its stack has ended', () => {
    claimState(folder).release()
    expect(existsSync(join(folder, 'holder.json'))).toBe(false)
    expect(() => claimState(folder)).not.toThrow()
  })

  it('ends what a killed stack left running, and nothing else', async () => {
    const leftOver = await waiting(folder)
    const stranger = await waiting('something else')
    // A process number that is free: the supervisor is gone.
    const gone = await waiting('x')
    process.kill(-gone.pid!, 'SIGKILL')
    await once(gone, 'exit')
    holder(gone.pid!, [leftOver.pid!, stranger.pid!])
    const ended = once(leftOver, 'exit')
    claimState(folder)
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(stranger.exitCode).toBeNull()
    expect(stranger.signalCode).toBeNull()
  })
})
