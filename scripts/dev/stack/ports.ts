import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    )
  })
}

/** Returns the path of the file that reserves a port until its owner listens, with the owner's process id. */
const claimPath = (port: number) => join(tmpdir(), `verandah-port-${port}`)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Reserves a port; returns false if a running process has it. Takes over an ended process's reservation. */
function claimPort(port: number): boolean {
  try {
    writeFileSync(claimPath(port), String(process.pid), { flag: 'wx' })
    return true
  } catch {
    try {
      if (isRunning(Number(readFileSync(claimPath(port), 'utf8')))) return false
      rmSync(claimPath(port))
    } catch {
      return false
    }
    return claimPort(port)
  }
}

const claimed = new Set<number>()
process.on('exit', () => {
  for (const port of claimed) rmSync(claimPath(port), { force: true })
})

/** Returns the wanted port, or the next free one; never the same one twice. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + 200; port++) {
    // The port is reserved first: checking whether a port is free binds it, which would disturb an owner that is about
    // to listen.
    if (!claimPort(port)) continue
    claimed.add(port)
    if (await isFree(port)) return port
    claimed.delete(port)
    rmSync(claimPath(port))
  }
  throw new Error(
    `No free port between ${wanted} and ${wanted + 199}: stop the programs that use them.`,
  )
}
