/**
 * For tests: an edge of its own on the site of the running stack, with proxies between it and its
 * backends that fail when they are told to. The stack itself stays well.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEdge } from './edge.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { freePort } from './ports.ts'
import { runningStack } from './running-stack.ts'
import { latestSnapshot } from './snapshots.ts'

export type FaultyEdge = {
  readonly url: string
  readonly runScheduled: () => Promise<void>
  readonly firestore: FaultProxy
  readonly identity: FaultProxy
  readonly botCheck: FaultProxy
  readonly payPal: FaultProxy
  readonly mail: FaultProxy
  stop(): Promise<void>
}

/**
 * `prepare` is given the folder of the edge's bucket and caches, empty, before the edge starts;
 * `without` names variables that the edge is not given.
 */
export async function startFaultyEdge(
  prepare: (storage: string) => void | Promise<void> = () => {},
  without: readonly string[] = [],
): Promise<FaultyEdge> {
  const { folder, workerVariables } = runningStack()
  const proxyFor = async (target: string) =>
    startFaultProxy({ port: await freePort(19_000), target })
  const firestore = await proxyFor(workerVariables.FIRESTORE_URL!)
  const identity = await proxyFor(workerVariables.IDENTITY_URL!)
  const botCheck = await proxyFor(workerVariables.RECAPTCHA_URL!)
  const payPal = await proxyFor(workerVariables.PAYPAL_URL!)
  const mail = await proxyFor(workerVariables.MAIL_URL!)
  const storage = mkdtempSync(join(tmpdir(), 'faulty-edge-'))
  await prepare(storage)
  const variables = {
    ...workerVariables,
    FIRESTORE_URL: firestore.url,
    IDENTITY_URL: identity.url,
    RECAPTCHA_URL: botCheck.url,
    PAYPAL_URL: payPal.url,
    MAIL_URL: mail.url,
  }
  const edge = await startEdge({
    port: await freePort(18_787),
    site: latestSnapshot(join(folder, 'snapshots'))!,
    variables: Object.fromEntries(
      Object.entries(variables).filter(([name]) => !without.includes(name)),
    ),
    storage,
    verbose: false,
    onCrash: (message) => console.error(message),
  })
  return {
    url: edge.url,
    runScheduled: edge.runScheduled,
    firestore,
    identity,
    botCheck,
    payPal,
    mail,
    async stop() {
      await edge.stop()
      await Promise.all([firestore, identity, botCheck, payPal, mail].map((proxy) => proxy.stop()))
      rmSync(storage, { recursive: true })
    },
  }
}
