import type { Environment } from '../../shared/operator-environment.ts'
import { type Finding, forCheck, type ProbeResult } from '../setup/finding.ts'
import type { WorkerConfiguration } from './check-worker-configuration.ts'
import {
  workerAnalytics,
  workerBotCheckSecret,
  workerHealth,
  workerMail,
  workerMailUrl,
  workerPayPal,
  workerRebuild,
  workerSecrets,
  workerServiceUrls,
  workerVariables,
  workerWeeklyMail,
} from './worker-variable-names.ts'

type IsSet = (name: string) => boolean

/** The site works without these variables. An operator should decide about each. */
const recommended = [
  {
    name: workerRebuild.url,
    message: 'isn’t set: the site isn’t rebuilt automatically',
    purpose: 'To rebuild the site after publishing',
  },
  {
    name: workerHealth,
    message: 'isn’t set: monitoring sees no details of /api/health',
    purpose: 'To monitor the site (scripts/operate/alerts.md)',
  },
]

/** Checks what Cloudflare stores; null if the Worker doesn't exist yet. */
export function checkSecrets(
  answer: ProbeResult<readonly string[] | null>,
  configuration: WorkerConfiguration,
  environment: Environment,
): Finding[] {
  if (!answer.isKnown) return [forCheck('the Worker’s secrets').skipped(answer.reason)]
  const names = answer.value ?? []
  const isSet = (name: string) => names.includes(name) || name in configuration.vars
  return [
    ...checkNames(names, isSet),
    checkBotCheck(names, environment),
    ...checkPayPal(isSet, configuration, environment),
    checkWeeklyMail(isSet),
  ]
}

function checkNames(names: readonly string[], isSet: IsSet): Finding[] {
  const put = 'npm run wrangler -- secret put'
  const findings: Finding[] = workerServiceUrls
    .filter((name) => names.includes(name))
    .map((name) =>
      forCheck(name).problem(
        'is set as a Worker secret, but is only for local fakes',
        `npm run wrangler -- secret delete ${name}`,
      ),
    )
  if (isSet(workerAnalytics.url) && !isSet(workerAnalytics.key)) {
    const message = `isn’t set, but ${workerAnalytics.url} is`
    const remedy = `If the receiver needs a key: ${put} ${workerAnalytics.key}`
    findings.push(forCheck(workerAnalytics.key).warning(message, remedy))
  }
  for (const { name, message, purpose } of recommended) {
    if (!isSet(name)) findings.push(forCheck(name).warning(message, `${purpose}: ${put} ${name}`))
  }
  const check = forCheck('the Worker’s secrets')
  const missing = [...workerSecrets, ...workerVariables].filter((name) => !isSet(name))
  if (missing.length === 0) return [...findings, check.ok(names.join(', '))]
  const remedy = `For each: ${put} NAME (or set ${workerVariables.join(' and ')} in [vars])`
  return [...findings, check.problem(`not set: ${missing.join(', ')}`, remedy)]
}

/** The bot check needs two keys; with one only, it fails. */
function checkBotCheck(
  names: readonly string[],
  { RECAPTCHA_SITE_KEY: siteKey }: Environment,
): Finding {
  const isVerified = names.includes(workerBotCheckSecret)
  const check = forCheck('the bot check')
  if (siteKey && !isVerified) {
    const remedy = `printenv ${workerBotCheckSecret} | npm run --silent wrangler -- secret put ${workerBotCheckSecret}`
    return check.problem('pages use it, but the Worker doesn’t verify it', remedy)
  }
  if (!siteKey && isVerified) {
    const message = 'the Worker requires it, but pages don’t use it: every form would be refused'
    return check.problem(message, 'Set RECAPTCHA_SITE_KEY for the build.')
  }
  return check.ok(siteKey ? 'reCAPTCHA' : 'not set up')
}

/** Selling subscriptions needs every PayPal variable, and the email service. */
function checkPayPal(
  isSet: IsSet,
  configuration: WorkerConfiguration,
  { PAYPAL_CLIENT_ID: clientId }: Environment,
): Finding[] {
  const check = forCheck('PayPal')
  const missing = workerPayPal.filter((name) => !isSet(name))
  const hasPayPal = missing.length < workerPayPal.length
  const mail = checkMail(isSet, hasPayPal, configuration)
  // The Worker doesn't start with only some of these variables.
  if (hasPayPal && missing.length > 0) {
    const remedy = 'Set all of them for the Worker, or none. See scripts/operate/environment.md.'
    return [check.problem(`not set: ${missing.join(', ')}`, remedy), ...mail]
  }
  if (hasPayPal !== Boolean(clientId)) {
    const message = hasPayPal
      ? 'the Worker can sell subscriptions, but pages don’t offer them'
      : 'pages offer subscriptions, but the Worker can’t sell them'
    const remedy = 'Set PAYPAL_CLIENT_ID for both the build and the Worker, or for neither.'
    return [check.problem(message, remedy), ...mail]
  }
  return [check.ok(hasPayPal ? 'PayPal' : 'not set up'), ...mail]
}

function checkMail(
  isSet: IsSet,
  hasPayPal: boolean,
  { vars, send_email }: WorkerConfiguration,
): Finding[] {
  const check = forCheck('emails to readers')
  const { MAIL_PROVIDER: provider = 'resend', WEEKLY_MAIL_PROVIDER: weekly = 'resend' } = vars
  const isCloudflare = provider === 'cloudflare'
  // SITE_URL alone doesn't mean that emails are set up.
  const telling = ['MAIL_PROVIDER', workerMailUrl, ...workerMail.slice(0, -1)]
  if (!telling.some(isSet)) {
    if (!hasPayPal) return []
    const message =
      'not set up: subscribers get no emails about payments, renewals or cancellations'
    return [check.warning(message, `Set ${workerMail.join(', ')} for the Worker.`)]
  }
  const missing = workerMail.filter(
    (name) => !isSet(name) && !(isCloudflare && name === 'MAIL_KEY'),
  )
  if (missing.length > 0) {
    return [
      check.problem(`not set: ${missing.join(', ')}`, 'Set all of them for the Worker, or none.'),
    ]
  }
  if (isCloudflare) {
    const isBound = send_email.some(({ name }) => name === 'EMAIL')
    const remedy = 'Add [[send_email]] with name = "EMAIL" to wrangler.toml.'
    return [isBound ? check.ok('set up') : check.problem('the binding EMAIL is missing', remedy)]
  }
  const isWeeklys = provider === weekly && isSet('WEEKLY_MAIL_EVENTS')
  if (isSet('MAIL_EVENTS') || isWeeklys) return [check.ok('set up')]
  const message = 'bounces aren’t noticed, so emails are sent to mailboxes that don’t exist'
  const remedy = 'Set MAIL_EVENTS for the Worker. See scripts/operate/environment.md.'
  return [check.warning(message, remedy)]
}

/** The Weekly is sent by a provider of its own. */
function checkWeeklyMail(isSet: IsSet): Finding {
  const check = forCheck('The Weekly')
  const missing = workerWeeklyMail.filter((name) => !isSet(name))
  if (missing.length === 0) return check.ok('set up')
  if (missing.length === workerWeeklyMail.length) return check.ok('not set up: no issue is sent')
  const remedy = `Set ${missing.join(', ')} for the Worker. See scripts/operate/environment.md.`
  if (missing.length === 1 && missing[0] === 'WEEKLY_MAIL_EVENTS') {
    const message = 'bounces and complaints aren’t noticed, so those readers get every issue'
    return check.warning(message, remedy)
  }
  return check.problem(`not set: ${missing.join(', ')}`, remedy)
}

/** `command` is the wrangler command that creates what the configuration names. */
function checkExists(
  what: string,
  answer: ProbeResult<boolean>,
  name: string | undefined,
  command: string,
): Finding {
  const check = forCheck(what)
  if (name === undefined) return check.skipped('not configured')
  if (!answer.isKnown) return check.skipped(answer.reason)
  if (answer.value) return check.ok(name)
  return check.problem(`${name} not found`, `npm run wrangler -- ${command} create ${name}`)
}

const findBucketName = ({ r2_buckets }: WorkerConfiguration) =>
  r2_buckets.find(({ binding }) => binding === 'MEDIA')?.bucket_name

export const checkBucket = (answer: ProbeResult<boolean>, configuration: WorkerConfiguration) =>
  checkExists('the image bucket', answer, findBucketName(configuration), 'r2 bucket')

export const findQueueName = ({ queues }: WorkerConfiguration) =>
  queues.producers.find(({ binding }) => binding === 'REBUILDS')?.queue

/** Wrangler refuses to deploy without it. */
export const checkQueueExists = (
  answer: ProbeResult<boolean>,
  configuration: WorkerConfiguration,
) => checkExists('the queue at Cloudflare', answer, findQueueName(configuration), 'queues')
