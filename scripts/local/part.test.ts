import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PartOptions, startPart } from './part.ts'

let folder: string
let crashes: string[]
const ready = () => join(folder, 'ready')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'part-'))
  crashes = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const part = (script: string): PartOptions => ({
  name: 'thing',
  command: process.execPath,
  args: ['-e', script],
  isReady: async () => existsSync(ready()),
  advice: 'Try the other thing.',
  onCrash: (message) => crashes.push(message),
  verbose: false,
})
const serve = () => `require('fs').writeFileSync(${JSON.stringify(ready())}, '')`
const wait = 'setInterval(() => {}, 1000)'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a part of the stack', () => {
  it('that ends while starting is reported with its last words and what to do', async () => {
    const failing = part(`console.error('the disk is full'); process.exit(3)`)
    await expect(startPart(failing)).rejects.toThrow(
      /thing ended while starting\. Try the other thing\.\n.*the disk is full/s,
    )
  })

  it('that cannot be started at all is reported too', async () => {
    const missing = { ...part(''), command: join(folder, 'no-such-program') }
    await expect(startPart(missing)).rejects.toThrow(/ended while starting: .*ENOENT/)
  })

  it('that crashes later is reported once', async () => {
    await startPart(part(`${serve()}; setTimeout(() => process.exit(1), 50)`))
    await vi.waitFor(() => expect(crashes).toHaveLength(1), { timeout: 10_000 })
    expect(crashes[0]).toContain('thing has crashed. Try the other thing.')
  })

  it('that ends instead of answering has not answered', async () => {
    const asked = part(`process.on('message', () => process.exit(1)); ${serve()}; ${wait}`)
    const started = await startPart({ ...asked, isScript: true })
    await expect(started.ask({})).rejects.toThrow('thing ended before it answered')
  })

  it('ends with everything that it started itself, and that is no crash', async () => {
    const pidFile = join(folder, 'grandchild')
    const grandchild = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(wait)}])`
    const started = await startPart(
      part(
        `const c = ${grandchild}; require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(c.pid)); ${serve()}; ${wait}`,
      ),
    )
    const pid = Number(readFileSync(pidFile, 'utf8'))
    expect(isRunning(pid)).toBe(true)
    await started.stop()
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 })
    expect(isRunning(started.pid)).toBe(false)
    expect(crashes).toEqual([])
  })
})
