import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether nobody listens there. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    )
  })
}

/**
 * Who has been given a port listens there a moment later. Until then it is theirs by a file that
 * holds their process id, which every stack and test on this machine looks at.
 */
const claimOf = (port: number) => join(tmpdir(), `verandah-port-${port}`)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** False where a running process has it; what an ended one has left behind is taken over. */
function claim(port: number): boolean {
  try {
    writeFileSync(claimOf(port), String(process.pid), { flag: 'wx' })
    return true
  } catch {
    try {
      if (isRunning(Number(readFileSync(claimOf(port), 'utf8')))) return false
      rmSync(claimOf(port))
    } catch {
      return false
    }
    return claim(port)
  }
}

const claimed = new Set<number>()
process.on('exit', () => {
  for (const port of claimed) rmSync(claimOf(port), { force: true })
})

/** The wanted port, or the next free one after it; never the same one twice. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 200; port++) {
    if (!(await isFree(port)) || !claim(port)) continue
    claimed.add(port)
    return port
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 199}: end what is using them.`)
}
