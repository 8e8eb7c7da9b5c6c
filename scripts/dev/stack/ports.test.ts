import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from './ports.ts'

const claimPath = (port: number) => join(tmpdir(), `verandah-port-${port}`)
const runScript = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: import.meta.dirname })

describe('ports for the stack', () => {
  it('are never taken if already in use, and are never assigned twice', async () => {
    const first = await freePort(21_000)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(first + 1, '127.0.0.1', resolve))
    try {
      const second = await freePort(21_000)
      expect(second).toBeGreaterThan(first + 1)
      expect(await freePort(21_000)).toBeGreaterThan(second)
    } finally {
      server.close()
    }
  })

  it('are reserved until their owner listens', async () => {
    const first = await freePort(21_300)
    const other = runScript(
      `import { freePort } from './ports.ts'; process.stdout.write(String(await freePort(${first})))`,
    )
    expect(Number(other.stdout.toString())).toBeGreaterThan(first)
  })

  it('are never bound while another process has reserved them', async () => {
    const first = await freePort(21_900)
    const listen = vi.spyOn(Server.prototype, 'listen')
    onTestFinished(() => listen.mockRestore())
    const second = await freePort(first)
    const bound = listen.mock.calls.map(([options]) => (options as { port: number }).port)
    expect(bound).toContain(second)
    expect(bound).not.toContain(first)
  })

  it('are free again when their owner has ended', async () => {
    const port = await freePort(21_600)
    const ended = runScript(`import { freePort } from './ports.ts'; await freePort(${port + 1})`)
    expect(ended.status).toBe(0)
    expect(existsSync(claimPath(port + 1))).toBe(false)
    writeFileSync(claimPath(port + 1), String(ended.pid))
    expect(await freePort(port + 1)).toBe(port + 1)
  })
})
