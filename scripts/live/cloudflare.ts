/** What the doctor makes of what Cloudflare holds for the Worker. */
import type { Environment } from './environment.ts'
import { type Answer, type Finding, notAsked, ok, problem, warning } from './finding.ts'
import type { WorkerConfiguration } from './worker-configuration.ts'
import {
  workerBotCheckSecret,
  workerEvents,
  workerMail,
  workerPayPal,
  workerRebuild,
  workerSecrets,
  workerStandIns,
  workerVariables,
} from './worker-names.ts'

/** Names of the Worker's secrets, or null where there is no such Worker yet. */
export function checkSecrets(
  answer: Answer<readonly string[] | null>,
  { vars }: WorkerConfiguration,
): Finding[] {
  const check = 'the Worker’s secrets'
  if (!answer.asked) return [notAsked(check, answer.because)]
  const names = answer.value ?? []
  const isSet = (name: string) => names.includes(name) || name in vars
  const missing = [...workerSecrets, ...workerVariables].filter((name) => !isSet(name))
  const findings: Finding[] = workerStandIns
    .filter((name) => names.includes(name))
    .map((name) =>
      problem(name, 'is a secret of the Worker', `npm run wrangler -- secret delete ${name}`),
    )
  if (isSet(workerEvents.url) && !isSet(workerEvents.key)) {
    const says = `is not set, and ${workerEvents.url} is`
    const remedy = `If its receiver wants a key: npm run wrangler -- secret put ${workerEvents.key}`
    findings.push(warning(workerEvents.key, says, remedy))
  }
  if (!isSet(workerRebuild.url)) {
    const remedy = `To have the site built when something is published: npm run wrangler -- secret put ${workerRebuild.url}`
    findings.push(
      warning(workerRebuild.url, 'is not set: nobody builds the site by itself', remedy),
    )
  }
  if (missing.length === 0) return [...findings, ok(check, names.join(', '))]
  const remedy = `For each: npm run wrangler -- secret put NAME (${workerVariables.join(' and ')} may stand in [vars] instead)`
  return [...findings, problem(check, `not set: ${missing.join(', ')}`, remedy)]
}

/** The bot check has two keys, and half of it is worse than none. */
export function checkBotCheck(
  answer: Answer<readonly string[] | null>,
  { RECAPTCHA_SITE_KEY: siteKey }: Environment,
): Finding[] {
  if (!answer.asked) return []
  const isVerified = answer.value?.includes(workerBotCheckSecret) ?? false
  const check = 'the bot check'
  if (siteKey && !isVerified) {
    const remedy = `printenv ${workerBotCheckSecret} | npm run --silent wrangler -- secret put ${workerBotCheckSecret}`
    return [problem(check, 'pages ask for it, and the Worker does not verify it', remedy)]
  }
  if (!siteKey && isVerified) {
    const says = 'the Worker wants what no page sends: every form would be refused'
    return [problem(check, says, 'Set RECAPTCHA_SITE_KEY in the environment of the build.')]
  }
  return [ok(check, siteKey ? 'reCAPTCHA' : 'none is set up')]
}

/** Subscriptions are sold with all that PayPal wants, and readers hear of theirs by mail. */
export function checkSelling(
  answer: Answer<readonly string[] | null>,
  { vars }: WorkerConfiguration,
  { PAYPAL_CLIENT_ID: clientId }: Environment,
): Finding[] {
  if (!answer.asked) return []
  const names = answer.value ?? []
  const isSet = (name: string) => names.includes(name) || name in vars
  const check = 'selling subscriptions'
  const missing = workerPayPal.filter((name) => !isSet(name))
  const isSold = missing.length < workerPayPal.length
  // With half of either the Worker does not start.
  if (isSold && missing.length > 0) {
    const remedy = 'Give the Worker all of them, or none: see the README, “Environment”.'
    return [problem(check, `not set: ${missing.join(', ')}`, remedy), ...checkMail(isSet, isSold)]
  }
  if (isSold !== Boolean(clientId)) {
    const says = isSold
      ? 'the Worker takes orders, and no page offers them'
      : 'pages offer what the Worker cannot sell'
    const remedy = 'Give PAYPAL_CLIENT_ID to the build and to the Worker, or to neither.'
    return [problem(check, says, remedy), ...checkMail(isSet, isSold)]
  }
  return [ok(check, isSold ? 'PayPal' : 'by letter'), ...checkMail(isSet, isSold)]
}

function checkMail(isSet: (name: string) => boolean, isSold: boolean): Finding[] {
  const check = 'letters to readers'
  // The site's address alone says nothing.
  const isWanted = workerMail.some((name) => name !== 'SITE_URL' && isSet(name))
  const missing = workerMail.filter((name) => !isSet(name))
  if (isWanted && missing.length === 0) return [ok(check, 'by mail')]
  if (isWanted) {
    return [
      problem(check, `not set: ${missing.join(', ')}`, 'Give the Worker all of them, or none.'),
    ]
  }
  if (!isSold) return []
  const says = 'nothing takes them: nobody is told of a payment, a renewal or an end'
  return [warning(check, says, `Give the Worker ${workerMail.join(', ')}.`)]
}

/** Whether the bucket of that name exists. */
export function checkBucket(answer: Answer<boolean>, configuration: WorkerConfiguration): Finding {
  const bucket = configuration.r2_buckets.find(({ binding }) => binding === 'MEDIA')?.bucket_name
  const check = 'the bucket of pictures'
  if (!answer.asked) return notAsked(check, answer.because)
  if (answer.value) return ok(check, bucket ?? '')
  return problem(check, `${bucket} is not there`, `npm run wrangler -- r2 bucket create ${bucket}`)
}

/** The queue to which rebuilds are sent. */
export const queueOf = ({ queues }: WorkerConfiguration) =>
  queues.producers.find(({ binding }) => binding === 'REBUILDS')?.queue

/** Whether the queue of that name exists: wrangler refuses to deploy without it. */
export function checkQueueThere(
  answer: Answer<boolean>,
  configuration: WorkerConfiguration,
): Finding {
  const queue = queueOf(configuration)
  const check = 'the queue at Cloudflare'
  if (!answer.asked) return notAsked(check, answer.because)
  if (answer.value) return ok(check, queue ?? '')
  return problem(check, `${queue} is not there`, `npm run wrangler -- queues create ${queue}`)
}
