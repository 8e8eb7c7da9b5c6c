/** The doctor before a local stack: it has to find what makes one unfit to be public, and no more. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runningStack } from '../local/running-stack.ts'
import { examine } from './doctor.ts'
import type { Finding } from './finding.ts'
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
import { readConfiguration } from './wrangler.ts'

const { buildEnvironment, workerVariables: variables } = runningStack()
const environment = { ...variables, ...buildEnvironment }
const output = buildEnvironment.BUILD_OUTPUT
const { routes, vars } = (await readConfiguration())!

const named = (findings: readonly Finding[], status: Finding['status']) =>
  findings.filter((finding) => finding.status === status).map(({ check }) => check)

async function refusesNobody(): Promise<boolean> {
  const { FIRESTORE_URL, FIREBASE_PROJECT_ID } = buildEnvironment
  const database = `projects/${FIREBASE_PROJECT_ID}/databases/(default)`
  return (await fetch(`${FIRESTORE_URL}/v1/${database}/documents/front/home`)).status === 403
}

describe('the doctor', () => {
  it('names the problems that a local stack has, and no others', async () => {
    // Whoever runs the tests may be logged in to Cloudflare: it is not asked.
    const findings = await examine(environment, { google: true, cloudflare: false })
    expect(named(findings, 'problem')).toEqual([
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
      // That of npm start is dist itself; that of the checks is elsewhere.
      ...(resolve(output) === resolve('dist') ? [] : ['BUILD_OUTPUT']),
      'SEALING_KEYS',
      'SESSION_KEYS',
      'DESK_KEYS',
      // What wrangler.toml says is another matter once the publication has an address.
      ...(routes.length === 0 ? ['route'] : []),
      ...workerVariables.filter((name) => name in vars).map((name) => `${name} of the Worker`),
      // Google's emulator without rules lets everybody in; the stand-in keeps to ours.
      ...((await refusesNobody()) ? [] : ['Firestore’s rules']),
      'the sign-in page',
      // Only where npm start has been run in this folder.
      ...(existsSync(join(output, 'server', '.dev.vars')) ? ['.dev.vars'] : []),
    ])
    expect(named(findings, 'ok')).toEqual(
      expect.arrayContaining([
        'the build’s variables',
        'readers’ accounts',
        'run_worker_first',
        'bindings',
        'the queue of rebuilds',
        'the clock',
        'Firestore',
        '_headers',
        'articles',
      ]),
    )
    // A machine may have no git.
    const notAsked = named(findings, 'not asked').filter((check) => check !== 'git')
    expect(notAsked).toEqual([
      'the Worker’s secrets',
      'the bucket of pictures',
      'the queue at Cloudflare',
    ])
  })

  it('knows every variable of the Worker', () => {
    const optional = [
      workerBotCheckSecret,
      ...Object.values(workerEvents),
      ...Object.values(workerRebuild),
      ...workerPayPal,
      ...workerMail,
    ]
    const known = [...workerSecrets, ...workerVariables, ...workerStandIns, ...optional]
    expect(Object.keys(variables).sort()).toEqual(known.sort())
  })

  it('ends with 1 where there is a problem, and prints no secret', () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['scripts/live/doctor.ts', '--offline'],
      { env: { ...process.env, ...environment }, encoding: 'utf8' },
    )
    expect(status).toBe(1)
    expect(stdout).toMatch(/^problem +SITE_URL: /m)
    const count = (status: string) => stdout.match(new RegExp(`^${status} `, 'gm'))?.length ?? 0
    const [problems, warnings, notAsked] = ['problem', 'warning', 'not asked'].map(count)
    expect(notAsked).toBeGreaterThan(0)
    const summary = `\nproblems: ${problems}, warnings: ${warnings}, not asked: ${notAsked}\n`
    expect(stdout.endsWith(summary), stdout).toBe(true)
    for (const name of workerSecrets) {
      const value = environment[name as keyof typeof environment]!
      expect(stdout + stderr).not.toContain(value.slice(2, 40))
    }
  })
})
