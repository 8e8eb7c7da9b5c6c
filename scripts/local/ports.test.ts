import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from './ports.ts'

const claimOf = (port: number) => join(tmpdir(), `verandah-port-${port}`)
const script = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: import.meta.dirname })

describe('ports', () => {
  it('take the next one where the wanted one is in use, and never one twice', async () => {
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

  it('are nobody else’s while whoever was given one has yet to listen', async () => {
    const first = await freePort(21_300)
    const other = script(
      `import { freePort } from './ports.ts'; process.stdout.write(String(await freePort(${first})))`,
    )
    expect(Number(other.stdout.toString())).toBeGreaterThan(first)
  })

  it('are free again when whoever had them is gone, however it ended', async () => {
    const port = await freePort(21_600)
    const ended = script(`import { freePort } from './ports.ts'; await freePort(${port + 1})`)
    expect(ended.status).toBe(0)
    expect(existsSync(claimOf(port + 1))).toBe(false)
    writeFileSync(claimOf(port + 1), String(ended.pid))
    expect(await freePort(port + 1)).toBe(port + 1)
  })
})
