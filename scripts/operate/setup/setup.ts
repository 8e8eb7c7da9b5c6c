/**
 * Takes this checkout to a live publication, and can be repeated at any time: each step asks its service what exists, and
 * only what is missing is made. Continues where an earlier run has stopped.
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
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type EnvironmentName,
  getSettingsPath,
  parseEnvironmentName,
} from '../../build/deploy-environment.ts'
import { CommandError, runCommand, UsageError } from '../../shared/command-error.ts'
import { operatorEnvironment } from '../../shared/operator-environment.ts'
import { createContext, runProgram } from './create-context.ts'
import { deriveRecoveryKey, shortestPassphrase } from './recovery-file.ts'
import { removeSteps } from './remove-steps.ts'
import { createRotationStep } from './rotate-step.ts'
import { runSteps, type Terminal } from './run-steps.ts'
import { getDomain, type Step } from './step.ts'
import { findStep, steps } from './steps.ts'
import { openSecrets, openSettings } from './stored-values.ts'
import { processTerminal } from './terminal.ts'
import { createUpgradeSteps } from './upgrade-steps.ts'

const getRecoveryPath = (environment: EnvironmentName) => `.local/setup/${environment}.recovery`

async function readPassphrase(terminal: Terminal, isNew: boolean): Promise<string> {
  const { SETUP_PASSPHRASE } = operatorEnvironment
  if (SETUP_PASSPHRASE) return checkPassphrase(SETUP_PASSPHRASE)
  const text = isNew
    ? `Choose a passphrase for the recovery file (at least ${shortestPassphrase} characters), and store it in your password manager: `
    : 'The recovery file’s passphrase: '
  const typed = await terminal.ask(text, { isSecret: true })
  if (typed === null) throw new CommandError('Run this in a terminal, or set SETUP_PASSPHRASE.')
  checkPassphrase(typed)
  if (isNew && (await terminal.ask('Once more: ', { isSecret: true })) !== typed) {
    throw new CommandError('The two passphrases differ. Nothing was changed.')
  }
  return typed
}

function checkPassphrase(passphrase: string): string {
  if (passphrase.length >= shortestPassphrase) return passphrase
  throw new CommandError(`The passphrase needs at least ${shortestPassphrase} characters.`)
}

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
  const path = getRecoveryPath(environment)
  const file = existsSync(path) ? readFileSync(path) : null
  // A plan needs no passphrase while nothing is stored.
  const passphrase = values.plan && !file ? '' : await readPassphrase(terminal, !file)
  const context = createContext({
    environment,
    root: '.',
    settings: openSettings(getSettingsPath(environment), values.plan),
    secrets: openSecrets(
      path,
      deriveRecoveryKey(passphrase, file),
      operatorEnvironment,
      values.plan,
    ),
    variables: operatorEnvironment,
    run: runProgram,
    wait: async (duration) => void (await setTimeout(duration)),
  })
  const chosen = chooseSteps(positionals, values.only, environment)
  let isConfirmed = environment !== 'live' && values.yes
  const { outcomes } = await runSteps(chosen, context, {
    mode: values.plan ? 'plan' : 'apply',
    terminal,
    async confirm() {
      if (isConfirmed) return true
      const domain = getDomain(context.settings)
      terminal.print(describeTarget(environment, context.settings.all()))
      const expected = (environment === 'live' && domain) || 'yes'
      const question = `Type ${expected} to go on: `
      isConfirmed = (await terminal.ask(question, { isSecret: false }))?.trim() === expected
      return isConfirmed
    },
  })
  if ([...outcomes.values()].every((outcome) => outcome === 'done'))
    return terminal.print('\nDone.')
  if (values.plan) return
  terminal.print('\nNot finished. Run the same command again to continue.')
  process.exitCode = 1
}

function chooseSteps(
  [command, subject, ...others]: readonly string[],
  only: string | undefined,
  environment: EnvironmentName,
): readonly Step[] {
  if (others.length > 0) throw new UsageError(`Unexpected argument "${others[0]}".`)
  if (command === undefined) return only === undefined ? steps : [findStep(only)]
  if (only !== undefined) throw new UsageError('--only is for the setup itself.')
  if (command === 'rotate' && subject !== undefined) return [createRotationStep(subject)]
  if (command === 'upgrade' && subject === undefined) return createUpgradeSteps()
  if (command === 'remove' && subject === undefined) {
    if (environment === 'staging') return removeSteps
    throw new UsageError('Only staging can be removed: add --environment staging.')
  }
  throw new UsageError('Usage: npm run setup -- [rotate NAME | upgrade | remove]')
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
