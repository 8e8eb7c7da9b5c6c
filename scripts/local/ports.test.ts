import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort } from './ports.ts'

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
})
