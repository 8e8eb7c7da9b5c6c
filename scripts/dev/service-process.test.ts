import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '../shared/testing/test-folder.ts'
import { type ServiceOptions, startService } from './service-process.ts'

let folder: string
let crashes: string[]
const isReadyWhenFileExists = () => join(folder, 'ready')

beforeEach(() => {
  folder = createTestFolder()
  crashes = []
})

const serviceOptions = (script: string): ServiceOptions => ({
  name: 'thing',
  command: process.execPath,
  args: ['-e', script],
  isReady: async () => existsSync(isReadyWhenFileExists()),
  advice: 'Try the other thing.',
  onCrash: (message) => crashes.push(message),
  verbose: false,
})
const serveScript = () =>
  `require('fs').writeFileSync(${JSON.stringify(isReadyWhenFileExists())}, '')`
const waitScript = 'setInterval(() => {}, 1000)'

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a process of the stack', () => {
  it('is reported with its last output and advice if it ends while starting', async () => {
    const failing = serviceOptions(`console.error('the disk is full'); process.exit(3)`)
    await expect(startService(failing)).rejects.toThrow(
      /thing stopped while starting\. Try the other thing\.\n.*the disk is full/s,
    )
  })

  it('is reported if it can’t be started', async () => {
    const missing = { ...serviceOptions(''), command: join(folder, 'no-such-program') }
    await expect(startService(missing)).rejects.toThrow(/stopped while starting: .*ENOENT/)
  })

  it('is reported once if it crashes later', async () => {
    await startService(serviceOptions(`${serveScript()}; setTimeout(() => process.exit(1), 50)`))
    await expect.poll(() => crashes).toHaveLength(1)
    expect(crashes[0]).toContain('thing crashed. Try the other thing.')
  })

  it('fails pending messages when it ends', async () => {
    const answeringScript = serviceOptions(
      `process.on('message', () => process.exit(1)); ${serveScript()}; ${waitScript}`,
    )
    const started = await startService({ ...answeringScript, isScript: true })
    await expect(started.sendMessage({})).rejects.toThrow('thing stopped before it answered')
  })

  it('stops with all its children, without a crash report', async () => {
    const pidFile = join(folder, 'grandchild')
    const grandchild = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waitScript)}])`
    const started = await startService(
      serviceOptions(
        `const c = ${grandchild}; require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(c.pid)); ${serveScript()}; ${waitScript}`,
      ),
    )
    const pid = Number(readFileSync(pidFile, 'utf8'))
    expect(isRunning(pid)).toBe(true)
    await started.stop()
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(isRunning(started.pid)).toBe(false)
    expect(crashes).toEqual([])
  })
})
