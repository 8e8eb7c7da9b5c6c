import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { lockStack } from './stack-lock.ts'

let folder: string
let processes: ChildProcess[]

beforeEach(() => {
  folder = createTestFolder()
  processes = []
})
afterEach(() => {
  for (const { pid } of processes) {
    try {
      process.kill(-pid!, 'SIGKILL')
    } catch {
      // The process has already ended, as it should.
    }
  }
})

async function startIdleProcess(argument: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', argument], {
    detached: true,
    stdio: 'ignore',
  })
  processes.push(child)
  await once(child, 'spawn')
  return child
}

const writeHolder = (pid: number, services: number[]) =>
  writeFileSync(join(folder, 'holder.json'), JSON.stringify({ pid, services }))

async function createEndedPid(): Promise<number> {
  const endedProcess = await startIdleProcess('x')
  process.kill(-endedProcess.pid!, 'SIGKILL')
  await once(endedProcess, 'exit')
  return endedProcess.pid!
}

/** Starts a process that claims the folder when it gets a line, prints the outcome, and waits. */
async function startClaimant() {
  const script = `
    const { lockStack } = await import(${JSON.stringify(new URL('./stack-lock.ts', import.meta.url).href)})
    console.log('ready')
    process.stdin.once('data', () => {
      try {
        lockStack(${JSON.stringify(folder)})
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
  it('is claimed by exactly one of several stacks that start at once', async () => {
    for (const round of [1, 2, 3]) {
      // A killed stack has left this holder, so any claimant may replace it.
      writeHolder(await createEndedPid(), [])
      const claimants = await Promise.all(Array.from({ length: 6 }, startClaimant))
      const outcomes = await Promise.all(claimants.map((each) => each.claim()))
      expect({ round, claimed: outcomes.filter((outcome) => outcome === 'claimed') }).toEqual({
        round,
        claimed: ['claimed'],
      })
      for (const each of claimants) await each.kill()
    }
  })

  it('names the stack that uses it', async () => {
    const first = await startClaimant()
    expect(await first.claim()).toBe('claimed')
    expect(() => lockStack(folder)).toThrow(`already running (process ${first.pid})`)
  })

  it('isn’t claimed twice by one process', () => {
    lockStack(folder)
    expect(() => lockStack(folder)).toThrow(`already running (process ${process.pid})`)
  })

  it('is free again once its stack has stopped or was killed', async () => {
    lockStack(folder).release()
    expect(existsSync(join(folder, 'holder.json'))).toBe(false)
    const other = await startClaimant()
    expect(await other.claim()).toBe('claimed')
    await other.kill()
    expect(() => lockStack(folder)).not.toThrow()
  })

  it('is free if another process has the killed stack’s id', async () => {
    const { pid } = await startIdleProcess('scripts/dev/stack/start.ts')
    writeHolder(pid!, [])
    expect(() => lockStack(folder)).not.toThrow()
  })

  it('ends processes of a killed stack, and nothing else', async () => {
    const orphan = await startIdleProcess(folder)
    const unrelatedProcess = await startIdleProcess('something else')
    writeHolder(await createEndedPid(), [orphan.pid!, unrelatedProcess.pid!])
    const ended = once(orphan, 'exit')
    lockStack(folder)
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(unrelatedProcess.exitCode).toBeNull()
    expect(unrelatedProcess.signalCode).toBeNull()
  })
})
