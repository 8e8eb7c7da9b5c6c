/**
 * The backends of the local stack: documents, sign-in, Google’s, mail, events, bot check and PayPal’s, each on a free
 * port, with their data in one folder. The edge and the build come after them (edge.ts, site/build.ts).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { payPalWebhook } from '../../src/contracts/paypal-webhook.ts'
import { site } from '../../src/site.ts'
import { authEmulator, protectAddresses } from './auth.ts'
import { botCheckKeys, startBotCheck } from './bot-check.ts'
import { deployHook } from './deploy-hook.ts'
import { firebaseLetters } from './firebase-letters.ts'
import { chooseFirestore, localFirestore, trustMirrorOf } from './firestore.ts'
import { thisMachine } from './firestore-emulator.ts'
import { googleClient, startGoogleConsent } from './google-consent.ts'
import { startGoogleTokens } from './google-tokens.ts'
import { log } from './log.ts'
import { type StackControls, startOutbox } from './outbox.ts'
import { type Part, runningParts, startPart } from './part.ts'
import { payPalPlanIds, payPalPlans } from './paypal/plans.ts'
import { payPalKeys } from './paypal/rest.ts'
import { startPayPal } from './paypal/server.ts'
import { webhookId } from './paypal/webhooks.ts'
import { freePort } from './ports.ts'
import { localSecrets } from './secrets.ts'
import { claimState, type StateClaim } from './state.ts'

/** Google's emulators take projects that begin with demo- for projects that exist nowhere. */
const projectOf = (stack: string) => `demo-verandah-${stack}`

export type BackendOptions = {
  /** Names the folder `.local/{name}` and keeps stacks apart. */
  readonly name: string
  /** Forget the data of earlier starts. */
  readonly fresh: boolean
  readonly verbose: boolean
  readonly onCrash: (message: string) => void
  /** First ports to try; each part takes the next free one. */
  readonly ports: { site: number; firestore: number; auth: number; outbox: number }
}

export type BuildVariables = Readonly<
  Record<
    | 'SITE_URL'
    | 'FIREBASE_PROJECT_ID'
    | 'FIREBASE_API_KEY'
    | 'FIREBASE_AUTH_URL'
    | 'FIREBASE_SERVICE_ACCOUNT'
    | 'FIRESTORE_URL'
    | 'GOOGLE_CLIENT_ID'
    | 'GOOGLE_OAUTH_URL'
    | 'RECAPTCHA_SITE_KEY'
    | 'RECAPTCHA_URL'
    | 'PAYPAL_CLIENT_ID'
    | 'PAYPAL_SDK_URL'
    | 'SEALING_KEYS'
    | 'BUILD_STATE'
    | 'BUILD_OUTPUT',
    string
  >
>

/** What the desk takes from its environment (scripts/desk/environment.ts). */
export type DeskVariables = Readonly<
  Record<
    | 'SITE_URL'
    | 'FIREBASE_PROJECT_ID'
    | 'FIREBASE_SERVICE_ACCOUNT'
    | 'FIRESTORE_URL'
    | 'DESK_KEYS'
    | 'PAYPAL_URL'
    | 'PAYPAL_CLIENT_ID'
    | 'PAYPAL_SECRET',
    string
  >
>

export type Backends = {
  readonly folder: string
  readonly siteUrl: string
  readonly sitePort: number
  readonly outboxUrl: string
  /** Of PayPal's stand-in, as browsers reach it. */
  readonly payPalUrl: string
  /** Host and port, as firebase-admin takes it. */
  readonly authHost: string
  /** For the build, and for scripts that work on its content. */
  readonly buildEnvironment: BuildVariables
  readonly deskEnvironment: DeskVariables
  /** Variables and secrets of the Worker. */
  readonly workerVariables: Readonly<Record<string, string>>
  readonly choices: readonly string[]
  setControls(controls: StackControls): void
  /** Notes the processes of this stack, for a next start to end what a killed one left. */
  recordParts(): void
  stop(): Promise<void>
}

async function answers(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(1000) })).status < 500
}

export async function startBackends(options: BackendOptions): Promise<Backends> {
  // What is refused is refused before anything is forgotten.
  const choice = chooseFirestore(process.env, thisMachine())
  const folder = resolve('.local', options.name)
  const claim: StateClaim = claimState(folder)
  if (options.fresh)
    for (const part of ['data', 'build', 'edge', 'snapshots']) {
      rmSync(join(folder, part), { recursive: true, force: true })
    }
  mkdirSync(folder, { recursive: true })
  const started: Part[] = []
  const projectId = projectOf(options.name)
  try {
    trustMirrorOf(choice, folder)
    const sitePort = await freePort(options.ports.site)
    const firestorePort = await freePort(options.ports.firestore)
    const authPort = await freePort(options.ports.auth)
    const outboxPort = await freePort(options.ports.outbox)
    const hubPort = await freePort(authPort + 400)
    const loggingPort = await freePort(hubPort + 1)
    const data = join(folder, 'data')
    const firestore = localFirestore(choice, { port: firestorePort, data, projectId })
    const onSpawn = () => claim.record(runningParts())
    const common = { onCrash: options.onCrash, verbose: options.verbose, onSpawn }

    const parts = [
      startPart({
        ...authEmulator({
          port: authPort,
          hubPort,
          loggingPort,
          folder: join(data, 'auth'),
          projectId,
        }),
        ...common,
        name: 'auth',
        isReady: () => answers(`http://127.0.0.1:${authPort}/`),
        advice: 'Run the same command again; if it fails again, remove .local and node_modules.',
      }),
      ...(firestore.command
        ? [
            startPart({
              ...firestore.command,
              ...common,
              name: 'firestore',
              isReady: () => answers(`http://${firestore.host}/`),
              advice: 'Run the same command again with --fresh if its saved data is damaged.',
            }),
          ]
        : []),
    ]
    const settled = await Promise.allSettled(parts)
    for (const result of settled) if (result.status === 'fulfilled') started.push(result.value)
    const failed = settled.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (options.fresh) await firestore.forget()
    const outbox = await startOutbox(outboxPort, data)
    const botCheck = await startBotCheck(await freePort(outboxPort + 1))
    const google = await startGoogleConsent(await freePort(outboxPort + 100))

    const kept = localSecrets(join(folder, 'secrets.json'), projectId)
    const tokens = await startGoogleTokens(
      await freePort(outboxPort + 2),
      kept.FIREBASE_SERVICE_ACCOUNT,
    )
    // The key of production names Google's address there; ours is another at every start.
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({
      ...JSON.parse(kept.FIREBASE_SERVICE_ACCOUNT),
      token_uri: tokens.url,
    })
    const secrets = { ...kept, FIREBASE_SERVICE_ACCOUNT }
    const siteUrl = `http://localhost:${sitePort}`
    const payPalPort = await freePort(outboxPort + 3)
    const payPal = await startPayPal({
      port: payPalPort,
      folder: join(data, 'paypal'),
      plans: payPalPlans,
      target: () => siteUrl + payPalWebhook,
    })
    const authUrl = `http://127.0.0.1:${authPort}`
    outbox.setFirebaseLetters(() => firebaseLetters(authUrl, projectId, siteUrl))
    await protectAddresses(authUrl, projectId)
    const shared = { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: 'local-key' }
    const backends: Backends = {
      folder,
      siteUrl,
      sitePort,
      authHost: `127.0.0.1:${authPort}`,
      outboxUrl: `http://localhost:${outboxPort}`,
      payPalUrl: payPal.url,
      choices: [
        firestore.description,
        `Sign-in: the emulator of firebase-tools at ${authUrl}`,
        'Pictures, rate limits, edge: wrangler’s dev server',
      ],
      buildEnvironment: {
        ...shared,
        SITE_URL: siteUrl,
        FIREBASE_AUTH_URL: authUrl,
        SEALING_KEYS: secrets.SEALING_KEYS,
        FIREBASE_SERVICE_ACCOUNT: secrets.FIREBASE_SERVICE_ACCOUNT,
        FIRESTORE_URL: `http://${firestore.host}`,
        GOOGLE_CLIENT_ID: googleClient,
        GOOGLE_OAUTH_URL: google.url,
        RECAPTCHA_SITE_KEY: botCheckKeys.siteKey,
        RECAPTCHA_URL: botCheck.url,
        PAYPAL_CLIENT_ID: payPalKeys.clientId,
        PAYPAL_SDK_URL: payPal.url,
        BUILD_STATE: join(folder, 'build'),
        BUILD_OUTPUT: options.name === 'default' ? resolve('dist') : join(folder, 'site'),
      },
      deskEnvironment: {
        SITE_URL: siteUrl,
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_SERVICE_ACCOUNT: secrets.FIREBASE_SERVICE_ACCOUNT,
        FIRESTORE_URL: `http://${firestore.host}`,
        DESK_KEYS: secrets.DESK_KEYS,
        PAYPAL_URL: `http://127.0.0.1:${payPalPort}`,
        PAYPAL_CLIENT_ID: payPalKeys.clientId,
        PAYPAL_SECRET: payPalKeys.secret,
      },
      workerVariables: {
        ...shared,
        ...secrets,
        FIRESTORE_URL: `http://${firestore.host}`,
        IDENTITY_URL: `${authUrl}/identitytoolkit.googleapis.com`,
        SITE_URL: siteUrl,
        MAIL_URL: `http://127.0.0.1:${outboxPort}/messages`,
        MAIL_KEY: 'local-key',
        MAIL_FROM: `${site.name} <${site.subscriptionsEmail}>`,
        ANALYTICS_URL: `http://127.0.0.1:${outboxPort}`,
        ANALYTICS_WRITE_KEY: 'local-key',
        REBUILD_HOOK_URL: `http://127.0.0.1:${outboxPort}${deployHook.path}`,
        REBUILD_HOOK_TOKEN: deployHook.token,
        REBUILD_HOOK_EVENT: deployHook.event,
        RECAPTCHA_SECRET: botCheckKeys.secret,
        RECAPTCHA_URL: botCheck.url,
        PAYPAL_URL: `http://127.0.0.1:${payPalPort}`,
        PAYPAL_CLIENT_ID: payPalKeys.clientId,
        PAYPAL_SECRET: payPalKeys.secret,
        PAYPAL_WEBHOOK_ID: webhookId,
        PAYPAL_PLANS: JSON.stringify(payPalPlanIds),
      },
      setControls: outbox.setControls,
      recordParts: onSpawn,
      async stop() {
        const services = [outbox, botCheck, google, tokens, payPal]
        await Promise.all(services.map((service) => service.stop()))
        await firestore.save().catch((error) => {
          log('firestore', `could not save its data: ${error}`)
        })
        await Promise.all(started.map((part) => part.stop()))
        claim.release()
      },
    }
    // For scripts that join a running stack: npm run sample.
    writeFileSync(join(folder, 'stack.json'), JSON.stringify(backends, null, 2), { mode: 0o600 })
    return backends
  } catch (error) {
    await Promise.all(started.map((part) => part.stop()))
    claim.release()
    throw error
  }
}
