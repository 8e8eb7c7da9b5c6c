/** Opens the settings and secrets that earlier runs have stored. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type EnvironmentName, getSettingsPath } from '../../../build/deploy-environment.ts'
import { CommandError } from '../../../shared/command-error.ts'
import { operatorEnvironment } from '../../../shared/operator-environment.ts'
import { createContext, runProgram } from './create-context.ts'
import { deriveRecoveryKey, shortestPassphrase } from './recovery-file.ts'
import type { Terminal } from './run-steps.ts'
import type { SetupContext } from './step.ts'
import { openSecrets, openSettings } from './stored-values.ts'

const getRecoveryPath = (environment: EnvironmentName) => `.local/setup/${environment}.recovery`

async function readPassphrase(terminal: Terminal, isNew: boolean): Promise<string> {
  const { SETUP_PASSPHRASE } = operatorEnvironment
  if (SETUP_PASSPHRASE) return checkPassphrase(SETUP_PASSPHRASE)
  const text = isNew
    ? `Choose a passphrase for the recovery file (at least ${shortestPassphrase} characters), and store it in your password manager: `
    : 'The recovery file’s passphrase: '
  const typed = await terminal.ask(text, { isSecret: true })
  if (typed === null)
    throw new CommandError('Run this command in a terminal, or set SETUP_PASSPHRASE.')
  checkPassphrase(typed)
  if (isNew && (await terminal.ask('Once more: ', { isSecret: true })) !== typed) {
    throw new CommandError(
      'The two passphrases differ. Nothing was changed. Run the same command again.',
    )
  }
  return typed
}

function checkPassphrase(passphrase: string): string {
  if (passphrase.length >= shortestPassphrase) return passphrase
  throw new CommandError(
    `The recovery file’s passphrase must have at least ${shortestPassphrase} characters. Run the same command again.`,
  )
}

/** With `isReadOnly`, stores nothing, and needs no passphrase if no recovery file exists. */
export async function openSetup(
  environment: EnvironmentName,
  terminal: Terminal,
  isReadOnly: boolean,
): Promise<SetupContext> {
  const path = getRecoveryPath(environment)
  const file = existsSync(path) ? readFileSync(path) : null
  const passphrase = isReadOnly && !file ? '' : await readPassphrase(terminal, !file)
  const key = deriveRecoveryKey(passphrase, file)
  return createContext({
    environment,
    root: '.',
    settings: openSettings(getSettingsPath(environment), isReadOnly),
    secrets: openSecrets(path, key, operatorEnvironment, isReadOnly),
    variables: operatorEnvironment,
    run: runProgram,
    wait: async (duration) => void (await setTimeout(duration)),
  })
}
