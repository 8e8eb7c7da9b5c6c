/**
 * npm start: the publication on this machine, from nothing to a page in the browser.
 *
 *     npm start                 keeps the data of earlier starts
 *     npm start -- --fresh      starts over
 *     npm start -- --verbose    shows every part's output
 *     npm start -- --https      for Safari: the same over https://localhost
 *     npm run dev               hot reload of the templates over the same backends
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { execa } from 'execa'
import { describeFlagError } from '../../shared/command-error.ts'
import { getLocalCertificate } from '../fakes/certificate.ts'
import { sampleAddresses } from '../sample/sample-newsletter.ts'
import {
  getSampleEmail,
  type SampleReader,
  samplePassword,
  sampleReaders,
} from '../sample/sample-readers.ts'
import { storeSampleStatistics } from '../sample/sample-statistics.ts'
import { listServicePids, logLine, stopAllServices } from '../service-process.ts'
import { listBrowserUrls, startHttpsProxy } from './https-proxy.ts'
import { type Stack, startStack } from './stack.ts'

const { fresh, verbose, dev, https } = readFlags()

function readFlags() {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { fresh: flag, verbose: flag, dev: flag, https: flag } }).values
  } catch (error) {
    console.error(
      `${describeFlagError(error)} The options are --fresh, --verbose, --https and --dev.`,
    )
    process.exit(2)
  }
}

let isStopping = false
let stack: Stack | undefined

/** Stops every part in order. A second Ctrl-C changes nothing. */
async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  if (stack || listServicePids().length > 0) logLine('stack', 'stopping …')
  // Before the stack is complete, only processes have to be stopped.
  await (stack ? stack.stop() : stopAllServices())
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
// Errors must not leave processes running.
process.on('uncaughtException', (error) => {
  console.error(error)
  stop(1)
})

async function listAddresses({ backends, edge }: Stack) {
  const { inboxUrl, payPalUrl, mailUrl, folder } = backends
  if (!https)
    return {
      site: edge.url,
      inbox: inboxUrl,
      payPal: payPalUrl,
      mail: mailUrl,
      certificateNotes: [],
    }
  const certificate = getLocalCertificate(join(folder, 'https'))
  const httpsProxy = await startHttpsProxy({
    urls: listBrowserUrls(backends),
    port: 8443,
    certificate,
  })
  return {
    site: httpsProxy.toHttpsUrl(edge.url),
    inbox: httpsProxy.toHttpsUrl(inboxUrl),
    payPal: httpsProxy.toHttpsUrl(payPalUrl),
    mail: mailUrl,
    certificateNotes: [
      '',
      '  Browsers must trust this certificate first (for localhost only). scripts/dev/local-stack.md says how:',
      `    ${certificate.file}`,
    ],
  }
}

const listAccounts = (isListed: (reader: SampleReader) => boolean) =>
  sampleReaders
    .filter(isListed)
    .map((reader) => `    ${getSampleEmail(reader).padEnd(26)} ${reader.description}`)

async function printAddresses(stack: Stack) {
  const { site, inbox, payPal, mail, certificateNotes } = await listAddresses(stack)
  const lines = [
    '',
    ...stack.backends.choiceDescriptions,
    '',
    `  Site          ${site}`,
    `  Desk          ${site}/desk   (where staff write and publish)`,
    `  Inbox         ${inbox}   (emails and analytics events)`,
    `  PayPal (fake) ${payPal}   (nobody is charged; make payments fail or dispute them here)`,
    `  The Weekly    ${mail}   (what was sent to the list; make emails bounce or fail here)`,
    ...certificateNotes,
    '',
    `  Sample readers (password for all: ${samplePassword})`,
    ...listAccounts(({ role }) => role === undefined),
    '',
    '  Sample staff, who log in to the desk (the same password)',
    ...listAccounts(({ role }) => role !== undefined),
    '',
    '  The command line (npm run desk -- help) works as the editor here, until you log in with a key of your own.',
    `  The Weekly has ${sampleAddresses.length} sample addresses, so that an issue can be sent.`,
    '',
    'Press Ctrl-C to stop.',
  ]
  console.log(lines.join('\n'))
}

try {
  const startedAt = Date.now()
  stack = await startStack({
    name: 'default',
    fresh,
    verbose,
    ports: { site: 8787, firestore: 8681, auth: 9099, inbox: 8025 },
    onCrash(message) {
      console.error(message)
      stop(1)
    },
  })
  await storeSampleStatistics(stack.backends.deskEnvironment, new Date())
  logLine('stack', `ready in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  await printAddresses(stack)
  if (dev) {
    await execa(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port=4321'], {
      stdio: 'inherit',
      env: { ...stack.backends.buildEnvironment, ASTRO_TELEMETRY_DISABLED: '1' },
      reject: false,
    })
    stop(0)
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  if (verbose && error instanceof Error) console.error(error.stack)
  stop(1)
}
