/** For tests: a second Worker on the running stack's site, with fault proxies to its backends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRunningStack } from '../../shared/running-stack.ts'
import { type FaultProxy, startFaultProxy } from '../fakes/fault-proxy.ts'
import { startEdge } from './edge.ts'
import { freePort } from './ports.ts'
import { findLatestSnapshot } from './snapshots.ts'

export type FaultyEdge = {
  readonly url: string
  readonly runScheduled: () => Promise<void>
  readonly switchTo: (site: string) => Promise<void>
  readonly firestore: FaultProxy
  readonly identity: FaultProxy
  readonly botCheck: FaultProxy
  readonly mail: FaultProxy
  stop(): Promise<void>
}

/**
 * `prepare` gets the empty folder of the bucket and caches. Undefined variables aren't passed to the Worker. `site`
 * replaces the stack's site; `readyPath` is a path that the Worker can answer.
 */
export async function startFaultyEdge(
  prepare: (storage: string) => void | Promise<void> = () => {},
  changedVariables: Readonly<Record<string, string | undefined>> = {},
  { site, readyPath }: { readonly site?: string; readonly readyPath?: string } = {},
): Promise<FaultyEdge> {
  const { folder, workerVariables } = readRunningStack()
  const proxyFor = async (target: string) =>
    startFaultProxy({ port: await freePort(19_000), target })
  const firestore = await proxyFor(workerVariables.FIRESTORE_URL!)
  const identity = await proxyFor(workerVariables.IDENTITY_URL!)
  const botCheck = await proxyFor(workerVariables.RECAPTCHA_URL!)
  const mail = await proxyFor(workerVariables.MAIL_URL!)
  const storage = mkdtempSync(join(tmpdir(), 'faulty-edge-'))
  await prepare(storage)
  const variables = {
    ...workerVariables,
    FIRESTORE_URL: firestore.url,
    IDENTITY_URL: identity.url,
    RECAPTCHA_URL: botCheck.url,
    MAIL_URL: mail.url,
    ...changedVariables,
  }
  const edge = await startEdge({
    port: await freePort(18_787),
    site: site ?? findLatestSnapshot(join(folder, 'snapshots'))!,
    variables: Object.fromEntries(
      Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
    storage,
    ...(readyPath ? { readyPath } : {}),
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  return {
    url: edge.url,
    runScheduled: edge.runScheduled,
    switchTo: edge.switchTo,
    firestore,
    identity,
    botCheck,
    mail,
    async stop() {
      await edge.stop()
      await Promise.all([firestore, identity, botCheck, mail].map((proxy) => proxy.stop()))
      rmSync(storage, { recursive: true })
    },
  }
}
