import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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

/** The id of a process that has ended. */
async function endedPid(): Promise<number> {
  const gone = await waiting('x')
  process.kill(-gone.pid!, 'SIGKILL')
  await once(gone, 'exit')
  return gone.pid!
}

/** A process that claims the folder when it is sent a line, prints the outcome, and waits. */
async function startClaimant() {
  const script = `
    const { claimState } = await import(${JSON.stringify(new URL('./state.ts', import.meta.url).href)})
    console.log('ready')
    process.stdin.once('data', () => {
      try {
        claimState(${JSON.stringify(folder)})
        console.log('claimed')
      } catch (error) {
        console.log(error.message)
      }
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  processes.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value as string
  expect(await nextLine()).toBe('ready')
  return {
    pid: child.pid!,
    claim() {
      child.stdin.write('\n')
      return nextLine()
    },
    async kill() {
      process.kill(-child.pid!, 'SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe('the folder of a stack', () => {
  it('is claimed by exactly one of the stacks that start at once', async () => {
    for (const round of [1, 2, 3]) {
      // Left by a stack that was killed, so that all of them may take its place.
      holder(await endedPid(), [])
      const claimants = await Promise.all(Array.from({ length: 6 }, startClaimant))
      const outcomes = await Promise.all(claimants.map((each) => each.claim()))
      expect({ round, claimed: outcomes.filter((outcome) => outcome === 'claimed') }).toEqual({
        round,
        claimed: ['claimed'],
      })
      for (const each of claimants) await each.kill()
    }
  })

  it('names the stack that has it', async () => {
    const first = await startClaimant()
    expect(await first.claim()).toBe('claimed')
    expect(() => claimState(folder)).toThrow(`already running (process ${first.pid})`)
  })

  it('is not claimed twice by one process', () => {
    claimState(folder)
    expect(() => claimState(folder)).toThrow(`already running (process ${process.pid})`)
  })

  it('is free again once its stack has stopped or was killed', async () => {
    claimState(folder).release()
    expect(existsSync(join(folder, 'holder.json'))).toBe(false)
    const other = await startClaimant()
    expect(await other.claim()).toBe('claimed')
    await other.kill()
    expect(() => claimState(folder)).not.toThrow()
  })

  it('is free where another process has the number of a killed stack', async () => {
    const { pid } = await waiting('scripts/local/start.ts')
    holder(pid!, [])
    expect(() => claimState(folder)).not.toThrow()
  })

  it('ends what a killed stack left running, and nothing else', async () => {
    const leftOver = await waiting(folder)
    const stranger = await waiting('something else')
    holder(await endedPid(), [leftOver.pid!, stranger.pid!])
    const ended = once(leftOver, 'exit')
    claimState(folder)
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(stranger.exitCode).toBeNull()
    expect(stranger.signalCode).toBeNull()
  })
})
