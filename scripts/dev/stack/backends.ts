/**
 * The backends of the local stack, each on a free port, with their data in one folder. The Worker
 * (edge.ts) and the build (build/build-publication.ts) start after them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getEndpointPath } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { site } from '../../../src/publication/identity.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import type { RunningStack } from '../../shared/running-stack.ts'
import { devEnvironment } from '../dev-environment.ts'
import { botCheckKeys, startFakeBotCheck } from '../fakes/fake-bot-check.ts'
import { googleClient, startFakeGoogleConsent } from '../fakes/fake-google-consent.ts'
import { startFakeGoogleTokens } from '../fakes/fake-google-tokens.ts'
import { listAuthEmails } from '../fakes/inbox/auth-emails.ts'
import { deployHook, type StackControls, startInbox } from '../fakes/inbox/inbox.ts'
import { startFakeMail } from '../fakes/mail/fake-mail.ts'
import { mailKey } from '../fakes/mail/provider-apis.ts'
import { eventSecrets } from '../fakes/mail/provider-events.ts'
import { startFakePayPal } from '../fakes/paypal/fake-paypal.ts'
import { payPalPlanIds, payPalPlans } from '../fakes/paypal/paypal-plans.ts'
import { payPalKeys } from '../fakes/paypal/rest-api.ts'
import { webhookId } from '../fakes/paypal/webhook-sender.ts'
import { listServicePids, logLine, type ServiceProcess, startService } from '../service-process.ts'
import { buildAuthEmulatorCommand, enableEmailPrivacy } from './auth-emulator.ts'
import { readEmulatorSearch } from './firestore-emulator.ts'
import { getLocalAccessKey } from './local-access-key.ts'
import {
  chooseFirestore,
  configureFirestore,
  deleteCopyOfOtherFirestore,
} from './local-firestore.ts'
import { loadLocalSecrets } from './local-secrets.ts'
import { freePort } from './ports.ts'
import { lockStack, type StackLock } from './stack-lock.ts'

/** Google's emulators treat projects named demo-… as local. */
const toProjectId = (stack: string) => `demo-verandah-${stack}`

export type BackendOptions = {
  /** Names the folder `.local/{name}` and separates stacks. */
  readonly name: string
  readonly fresh: boolean
  readonly verbose: boolean
  readonly onCrash: (message: string) => void
  /** Replaces the environment's choice. */
  readonly firestore?: 'fake'
  /** The first ports to try; each part gets the next free one. */
  readonly ports: { site: number; firestore: number; auth: number; inbox: number }
}

export type Backends = RunningStack & {
  readonly sitePort: number
  readonly choiceDescriptions: readonly string[]
  setControls(controls: StackControls): void
  /** Records the stack's processes, so that the next start can end those of a killed stack. */
  recordServices(): void
  stop(): Promise<void>
}

async function isResponding(url: string): Promise<boolean> {
  return (await fetch(url, { signal: AbortSignal.timeout(1000) })).status < 500
}

export async function startBackends(options: BackendOptions): Promise<Backends> {
  // Refuses impossible choices before deleting data.
  const firestoreChoice = chooseFirestore(
    { ...devEnvironment, ...(options.firestore ? { FIRESTORE: options.firestore } : {}) },
    readEmulatorSearch(),
  )
  const folder = resolve('.local', options.name)
  const stackLock: StackLock = lockStack(folder)
  if (options.fresh)
    for (const name of ['data', 'build', 'edge', 'snapshots']) {
      rmSync(join(folder, name), { recursive: true, force: true })
    }
  mkdirSync(folder, { recursive: true })
  const runningServices: ServiceProcess[] = []
  const projectId = toProjectId(options.name)
  try {
    deleteCopyOfOtherFirestore(firestoreChoice, folder)
    const sitePort = await freePort(options.ports.site)
    const firestorePort = await freePort(options.ports.firestore)
    const authPort = await freePort(options.ports.auth)
    const inboxPort = await freePort(options.ports.inbox)
    const hubPort = await freePort(authPort + 400)
    const loggingPort = await freePort(hubPort + 1)
    const data = join(folder, 'data')
    const firestore = configureFirestore(firestoreChoice, { port: firestorePort, data, projectId })
    const onSpawn = () => stackLock.recordServices(listServicePids())
    const common = { onCrash: options.onCrash, verbose: options.verbose, onSpawn }

    const servicePromises = [
      startService({
        ...buildAuthEmulatorCommand({
          port: authPort,
          hubPort,
          loggingPort,
          folder: join(data, 'auth'),
          projectId,
        }),
        ...common,
        name: 'auth',
        isReady: () => isResponding(`http://127.0.0.1:${authPort}/`),
        advice: 'Run the same command again; if it fails again, remove .local and node_modules.',
      }),
      ...(firestore.command
        ? [
            startService({
              ...firestore.command,
              ...common,
              name: 'firestore',
              isReady: () => isResponding(`http://${firestore.host}/`),
              advice: 'If its saved data is damaged, run the same command again with --fresh.',
            }),
          ]
        : []),
    ]
    const results = await Promise.allSettled(servicePromises)
    for (const result of results)
      if (result.status === 'fulfilled') runningServices.push(result.value)
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
    if (options.fresh) await firestore.deleteData()
    const inbox = await startInbox(inboxPort, data)
    const botCheck = await startFakeBotCheck(await freePort(inboxPort + 1))
    const google = await startFakeGoogleConsent(await freePort(inboxPort + 100))

    const storedSecrets = loadLocalSecrets(join(folder, 'secrets.json'), projectId)
    const tokens = await startFakeGoogleTokens(
      await freePort(inboxPort + 2),
      storedSecrets.FIREBASE_SERVICE_ACCOUNT,
    )
    // In production the key names Google's address; here the address changes at every start.
    const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({
      ...JSON.parse(storedSecrets.FIREBASE_SERVICE_ACCOUNT),
      token_uri: tokens.url,
    })
    const secrets = { ...storedSecrets, FIREBASE_SERVICE_ACCOUNT }
    const siteUrl = `http://localhost:${sitePort}`
    const payPalPort = await freePort(inboxPort + 3)
    const payPal = await startFakePayPal({
      port: payPalPort,
      folder: join(data, 'paypal'),
      plans: payPalPlans,
      target: () => siteUrl + getEndpointPath('POST /api/webhooks/paypal'),
    })
    const mail = await startFakeMail(await freePort(inboxPort + 4), () => siteUrl)
    const authUrl = `http://127.0.0.1:${authPort}`
    inbox.setAuthEmailSource(() => listAuthEmails(authUrl, projectId, siteUrl))
    await enableEmailPrivacy(authUrl, projectId)
    const shared = { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: 'local-key' }
    const backends: Backends = {
      folder,
      siteUrl,
      sitePort,
      authHost: `127.0.0.1:${authPort}`,
      inboxUrl: `http://localhost:${inboxPort}`,
      payPalUrl: payPal.url,
      mailUrl: mail.url,
      choiceDescriptions: [
        firestore.description,
        `Sign-in: Firebase’s Auth emulator at ${authUrl}`,
        'Images, rate limits, Worker: wrangler’s dev server',
      ],
      buildEnvironment: {
        ...shared,
        SITE_URL: siteUrl,
        FIREBASE_AUTH_URL: authUrl,
        SEALING_KEYS: secrets.SEALING_KEYS,
        SEALED_BODIES: devEnvironment.SEALED_BODIES,
        PRERENDERED_STORIES: devEnvironment.PRERENDERED_STORIES,
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
        DESK_ACCESS_KEY: getLocalAccessKey(secrets.DESK_KEYS),
      },
      workerVariables: {
        ...shared,
        ...secrets,
        FIRESTORE_URL: `http://${firestore.host}`,
        IDENTITY_URL: `${authUrl}/identitytoolkit.googleapis.com`,
        SITE_URL: siteUrl,
        MAIL_URL: `http://127.0.0.1:${inboxPort}/messages`,
        MAIL_KEY: 'local-key',
        MAIL_FROM: `${site.name} <${site.subscriptionsEmail}>`,
        WEEKLY_MAIL_URL: mail.url,
        WEEKLY_MAIL_KEY: mailKey,
        WEEKLY_MAIL_FROM: `${newsletter.name} <${site.newsletterEmail}>`,
        WEEKLY_MAIL_EVENTS: eventSecrets.resend,
        ANALYTICS_URL: `http://127.0.0.1:${inboxPort}`,
        ANALYTICS_WRITE_KEY: 'local-key',
        // All browsers have the same IP address here.
        ANALYTICS_VISITORS: 'unlimited',
        REBUILD_HOOK_URL: `http://127.0.0.1:${inboxPort}${deployHook.path}`,
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
      setControls: inbox.setControls,
      recordServices: onSpawn,
      async stop() {
        const services = [inbox, botCheck, google, tokens, payPal, mail]
        await Promise.all(services.map((service) => service.stop()))
        await firestore.saveData().catch((error) => {
          logLine('firestore', `couldn’t save its data: ${error}`)
        })
        await Promise.all(runningServices.map((service) => service.stop()))
        stackLock.release()
      },
    }
    // This file is for scripts that join a running stack, such as npm run sample.
    writeFileSync(join(folder, 'stack.json'), JSON.stringify(backends, null, 2), { mode: 0o600 })
    return backends
  } catch (error) {
    await Promise.all(runningServices.map((service) => service.stop()))
    stackLock.release()
    throw error
  }
}
