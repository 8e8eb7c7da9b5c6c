/**
 * Turns this checkout into a live publication, and can be repeated at any time: each step reads what its service has, and
 * creates only what is missing. Continues where an earlier run stopped.
 *
 *     npm run setup                                everything; stops at what only a person can do
 *     npm run setup -- --plan                      only says what is missing; changes nothing
 *     npm run setup -- --only STEP                 one step
 *     npm run setup -- --environment staging       a site of its own for trying things out
 *     npm run setup -- rotate SESSION_KEYS         the next stage of a secret's rotation
 *     npm run setup -- upgrade                     deploys a newer version of the project, and what it needs
 *     npm run setup -- remove --environment staging
 *     npm run setup -- --yes                       asks for no confirmation, except before changing the live site
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type EnvironmentName, parseEnvironmentName } from '../../build/deploy-environment.ts'
import { runCommand, UsageError } from '../../shared/command-error.ts'
import { gitHubSecretsStep } from './github/github-steps.ts'
import { afterRemovalStep, removeSteps } from './remove-steps.ts'
import { createRotationStep } from './rotate-step.ts'
import { type Finding, formatFinding } from './run/finding.ts'
import { openSetup } from './run/open-setup.ts'
import { runSteps } from './run/run-steps.ts'
import { getDomain, type Step } from './run/step.ts'
import { processTerminal } from './run/terminal.ts'
import { findStep, steps } from './steps.ts'
import { createUpgradeSteps } from './upgrade-steps.ts'

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      plan: { type: 'boolean', default: false },
      only: { type: 'string' },
      environment: { type: 'string', default: 'live' },
      yes: { type: 'boolean', default: false },
    },
  })
  const environment = parseEnvironmentName(values.environment)
  const terminal = processTerminal
  const context = await openSetup(environment, terminal, values.plan)
  const chosen = chooseSteps(positionals, values.only, environment)
  let isConfirmed = environment !== 'live' && values.yes
  const { outcomes, findings } = await runSteps(chosen, context, {
    mode: values.plan ? 'plan' : 'apply',
    terminal,
    async confirm() {
      if (isConfirmed) return true
      const domain = getDomain(context.settings)
      terminal.print(describeTarget(environment, context.settings.all()))
      const expected = (environment === 'live' && domain) || 'yes'
      const question = `Type ${expected} to continue: `
      isConfirmed = (await terminal.ask(question, { isSecret: false }))?.trim() === expected
      return isConfirmed
    },
  })
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const open = findings.filter(({ status }) => status === 'person' || status === 'problem')
  // The output is long.
  if (!values.plan && open.length > 0) {
    terminal.print('\nLeft:')
    for (const finding of open) terminal.print(context.secrets.redact(formatFinding(finding)))
  }
  terminal.print(
    `\nyours: ${count('person')}, to do: ${count('change')}, problems: ${count('problem')}`,
  )
  if (values.plan) return terminal.print('Nothing was changed.')
  const unfinished = [...outcomes].filter(([, outcome]) => outcome !== 'done')
  if (unfinished.length === 0) return terminal.print('Done.')
  // Setup can't see whether a person has done these.
  if (unfinished.every(([name]) => name === afterRemovalStep.name))
    return terminal.print('Removed. The tasks listed above under “Left” are yours to do.')
  terminal.print('Not finished. Deal with what is left, then run the same command again.')
  process.exitCode = 1
}

function chooseSteps(
  [command, subject, ...others]: readonly string[],
  only: string | undefined,
  environment: EnvironmentName,
): readonly Step[] {
  if (others.length > 0) throw new UsageError(`Unexpected argument "${others[0]}".`)
  if (command === undefined) return only === undefined ? steps : [findStep(only)]
  if (only !== undefined)
    throw new UsageError('--only doesn’t work with rotate, upgrade or remove. Leave it out.')
  if (command === 'rotate' && subject !== undefined)
    return [createRotationStep(subject), gitHubSecretsStep]
  if (command === 'upgrade' && subject === undefined) return createUpgradeSteps()
  if (command === 'remove' && subject === undefined) {
    if (environment === 'staging') return removeSteps
    throw new UsageError('Only staging can be removed: add --environment staging.')
  }
  throw new UsageError(
    'Usage: npm run setup -- [rotate NAME | upgrade | remove --environment staging]',
  )
}

function describeTarget(environment: EnvironmentName, settings: Readonly<Record<string, string>>) {
  const { SITE_URL, CLOUDFLARE_ACCOUNT_NAME, FIREBASE_PROJECT_ID } = settings
  return [
    `\nThis changes the ${environment} site:`,
    `  address             ${SITE_URL ?? '(not chosen)'}`,
    `  Cloudflare account  ${CLOUDFLARE_ACCOUNT_NAME ?? '(not chosen)'}`,
    `  Firebase project    ${FIREBASE_PROJECT_ID ?? '(not chosen)'}`,
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
