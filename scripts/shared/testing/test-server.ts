import type { RequestListener } from 'node:http'
import { afterAll } from 'vitest'
import { type LocalServer, startLocalServer } from '../../../functions/testing/local-server.ts'

const started: LocalServer[] = []
afterAll(() => Promise.all(started.map((server) => server.stop())))

/** Starts a local server, which stops after the last test of the file, and returns its address. */
export async function startTestServer(listener: RequestListener): Promise<string> {
  const server = await startLocalServer(listener)
  started.push(server)
  return server.url
}
