/**
 * npm start: the publication on this machine, from nothing to a page in the browser.
 *
 *     npm start                 keeps the data of earlier starts
 *     npm start -- --fresh      starts over
 *     npm start -- --verbose    shows what every part says
 *     npm start -- --https      for Safari: the same over https://localhost
 *     npm run dev               hot reload of the templates over the same backends
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sampleEmail, samplePassword, sampleReaders } from '../sample/readers.ts'
import { localCertificate } from './certificate.ts'
import { startHttps, urlsInBrowsers } from './https.ts'
import { log } from './log.ts'
import { endAllParts } from './part.ts'
import { type Stack, startStack } from './stack.ts'

const { fresh, verbose, dev, https } = readFlags()

function readFlags() {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { fresh: flag, verbose: flag, dev: flag, https: flag } }).values
  } catch (error) {
    console.error(`${(error as Error).message}. There are --fresh, --verbose, --https and --dev.`)
    process.exit(2)
  }
}

let isStopping = false
let stack: Stack | undefined

/** Ends every part in order. A second Ctrl-C changes nothing: there is nothing left to hurry. */
async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  log('stack', 'ending …')
  // Before the whole stack stands there is nothing to save, only processes to end.
  await (stack ? stack.stop() : endAllParts())
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
// A defect must not leave processes behind either.
process.on('uncaughtException', (error) => {
  console.error(error)
  stop(1)
})

/** The addresses to open, as somebody in front of this machine should use them. */
async function addressesOf({ backends, edge }: Stack) {
  const { outboxUrl, payPalUrl, folder } = backends
  if (!https) return { site: edge.url, outbox: outboxUrl, payPal: payPalUrl, notes: [] }
  const certificate = localCertificate(join(folder, 'https'))
  const secure = await startHttps({ urls: urlsInBrowsers(backends), port: 8443, certificate })
  return {
    site: secure.urlOf(edge.url),
    outbox: secure.urlOf(outboxUrl),
    payPal: secure.urlOf(payPalUrl),
    notes: [
      '',
      '  Browsers have to trust this certificate, which is for localhost only; the README says how:',
      `    ${certificate.file}`,
    ],
  }
}

async function announce(stack: Stack) {
  const { site, outbox, payPal, notes } = await addressesOf(stack)
  const lines = [
    '',
    ...stack.backends.choices,
    '',
    `  The site      ${site}`,
    `  The outbox    ${outbox}   (mails and events arrive here)`,
    `  PayPal’s      ${payPal}   (a stand-in: no money moves; fails and disputes when told to)`,
    ...notes,
    '',
    `  Sample readers (password for all: ${samplePassword})`,
    ...sampleReaders.map((reader) => `    ${sampleEmail(reader).padEnd(26)} ${reader.describes}`),
    '',
    'Ctrl-C ends everything.',
  ]
  console.log(lines.join('\n'))
}

try {
  const begun = Date.now()
  stack = await startStack({
    name: 'default',
    fresh,
    verbose,
    ports: { site: 8787, firestore: 8681, auth: 9099, outbox: 8025 },
    onCrash(message) {
      console.error(message)
      stop(1)
    },
  })
  log('stack', `ready in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
  await announce(stack)
  if (dev) {
    const server = spawn(
      process.execPath,
      ['node_modules/astro/bin/astro.mjs', 'dev', '--port=4321'],
      {
        stdio: 'inherit',
        env: { ...process.env, ...stack.backends.buildEnvironment, ASTRO_TELEMETRY_DISABLED: '1' },
      },
    )
    await once(server, 'exit')
    stop(0)
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  if (verbose && error instanceof Error) console.error(error.stack)
  stop(1)
}
