/** The doctor must find all problems of a local stack, and no others. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { extendEnvironment } from '../../dev/dev-environment.ts'
import { readRunningStack } from '../../shared/running-stack.ts'
import type { Finding } from '../setup/run/finding.ts'
import { runChecks } from './doctor.ts'
import { readConfiguration } from './read-configuration.ts'
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

const { buildEnvironment, workerVariables: variables } = readRunningStack()
const environment = { ...variables, ...buildEnvironment }
const output = buildEnvironment.BUILD_OUTPUT
const { routes, vars } = (await readConfiguration())!

const findChecks = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status).map(({ check }) => check)

describe('the doctor', () => {
  it('names the problems of a local stack, and no other problems', async () => {
    const findings = await runChecks(environment, false)
    expect(findChecks(findings, 'problem')).toEqual([
      'SITE_URL',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_SERVICE_ACCOUNT',
      'FIRESTORE_URL',
      'FIREBASE_AUTH_URL',
      'GOOGLE_OAUTH_URL',
      'IDENTITY_URL',
      'RECAPTCHA_URL',
      'PAYPAL_URL',
      'PAYPAL_SDK_URL',
      // `npm start` builds into dist; the checks build elsewhere.
      ...(resolve(output) === resolve('dist') ? [] : ['BUILD_OUTPUT']),
      'SEALING_KEYS',
      'SESSION_KEYS',
      'DESK_KEYS',
      // This finding is missing if the publication has set its address in wrangler.toml.
      ...(routes.length === 0 ? ['route'] : []),
      ...workerVariables.filter((name) => name in vars).map((name) => `${name} of the Worker`),
      'the sign-in page',
      // The finding exists only if `npm start` has run in this folder.
      ...(existsSync(join(output, 'server', '.dev.vars')) ? ['.dev.vars'] : []),
    ])
    expect(findChecks(findings, 'ok')).toEqual(
      expect.arrayContaining([
        'build variables',
        'run_worker_first',
        'bindings',
        'Durable Objects',
        'the rebuild queue',
        'The Weekly’s queue',
        'cron',
        '_headers',
        'closed articles',
      ]),
    )
    const skipped = findChecks(findings, 'skipped').filter((check) => check !== 'git')
    expect(skipped).toEqual([])
  })

  it('covers every variable of the Worker', () => {
    const optional = [
      workerBotCheckSecret,
      ...Object.values(workerAnalytics),
      ...Object.values(workerRebuild),
      ...workerPayPal,
      ...workerMail,
      workerMailUrl,
      workerHealth,
      ...workerWeeklyMail,
    ]
    const known = [...workerSecrets, ...workerVariables, ...workerServiceUrls, ...optional]
    expect(Object.keys(variables).sort()).toEqual(known.sort())
  })

  it('exits with 1 if there is a problem, and prints no secret', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['scripts/operate/doctor/doctor.ts', '--offline'],
      { env: extendEnvironment(environment), encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stdout).toMatch(/^problem +SITE_URL: /m)
    const count = (status: string) => stdout.match(new RegExp(`^${status} `, 'gm'))?.length ?? 0
    const [problems, warnings, skipped] = ['problem', 'warning', 'skipped'].map(count)
    expect(skipped).toBeGreaterThan(0)
    const summary = `\nproblems: ${problems}, warnings: ${warnings}, skipped: ${skipped}\n`
    expect(stdout.endsWith(summary), stdout).toBe(true)
    for (const name of workerSecrets) {
      const value = environment[name as keyof typeof environment]!
      expect(stdout + stderr).not.toContain(value.slice(2, 40))
    }
  })
})
