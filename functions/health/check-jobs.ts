import type { HealthCheck } from '../../src/contracts/endpoints/health-endpoints.ts'
import {
  type Cron,
  getDelay,
  type JobName,
  type JobReport,
  maxTolerableDelay,
} from '../../src/domain/cron.ts'

/** In milliseconds: five runs. */
const maxCronAge = 5 * 60_000

/** `cron` is null before the first run. */
export function checkCron(cron: Cron | null, now: Date): HealthCheck {
  if (!cron) return { name: 'cron', state: 'unknown', figures: {} }
  const age = now.getTime() - cron.startedAt.getTime()
  return {
    name: 'cron',
    state: age > maxCronAge ? 'attention' : 'ok',
    figures: { startedAt: cron.startedAt.toISOString(), secondsAgo: Math.round(age / 1000) },
  }
}

type NamedReport = readonly [JobName, JobReport]

const listReports = (cron: Cron | null) => Object.entries(cron?.jobs ?? {}) as NamedReport[]

/** `behind`: records have been due for ten minutes, or the job hasn't run. */
export function checkJobs(cron: Cron | null, now: Date): HealthCheck {
  if (!cron) return { name: 'jobs', state: 'unknown', figures: {} }
  const reports = listReports(cron)
  const failing = reports.filter(([, { error }]) => error !== null)
  const behind = reports.filter(
    ([name, report]) => report.error === null && getDelay(name, report, now) > maxTolerableDelay,
  )
  const names = (list: readonly NamedReport[]) => list.map(([name]) => name).join(', ')
  const delays = reports.map(([name, report]) => getDelay(name, report, now))
  return {
    name: 'jobs',
    state: failing.length + behind.length > 0 ? 'attention' : 'ok',
    figures: {
      failing: names(failing),
      behind: names(behind),
      secondsBehind: Math.round(Math.max(0, ...delays) / 1000),
      failedRecords: reports.reduce((sum, [, { failed }]) => sum + failed, 0),
    },
  }
}

/** Reports the circuit breaker of the cron jobs. */
export function checkPayPal(cron: Cron | null, isConfigured: boolean): HealthCheck {
  const until = cron?.payPalUnavailableUntil ?? null
  const figures = { unavailableUntil: until?.toISOString() ?? null }
  if (!isConfigured) return { name: 'payPal', state: 'off', figures: {} }
  return { name: 'payPal', state: until ? 'attention' : 'ok', figures }
}

const mailJobs: readonly JobName[] = ['emails', 'newsletterEmails']

/** Reports emails about accounts, purchases and sign-ups for The Weekly. Its issues have a separate breaker. */
export function checkMail(cron: Cron | null, isConfigured: boolean): HealthCheck {
  if (!isConfigured) return { name: 'mail', state: 'off', figures: {} }
  const reports = listReports(cron).filter(([name]) => mailJobs.includes(name))
  if (reports.length === 0) return { name: 'mail', state: 'unknown', figures: {} }
  const failedEmails = reports.reduce((sum, [, { failed }]) => sum + failed, 0)
  const isFailing = failedEmails > 0 || reports.some(([, { error }]) => error !== null)
  return { name: 'mail', state: isFailing ? 'attention' : 'ok', figures: { failedEmails } }
}
