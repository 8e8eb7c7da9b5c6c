/** A context with the files of a test's folder and the fakes' addresses. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnvironmentName } from '../../../build/deploy-environment.ts'
import type { Environment } from '../../../shared/operator-environment.ts'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { createContext } from '../run/create-context.ts'
import { deriveRecoveryKey } from '../run/recovery-file.ts'
import type { Terminal } from '../run/run-steps.ts'
import type { SetupContext } from '../run/step.ts'
import { openSecrets, openSettings } from '../run/stored-values.ts'

const testPassphrase = 'correct horse battery staple'
/** The key is derived once, because that takes half a second. */
const key = deriveRecoveryKey(testPassphrase, null)

export type TestContextOptions = {
  readonly folder?: string
  readonly environment?: EnvironmentName
  readonly variables?: Environment
  readonly run?: SetupContext['run']
  readonly isReadOnly?: boolean
  readonly hasRecoveryFile?: boolean
}

export function createTestContext({
  folder = createTestFolder(),
  environment = 'live',
  variables = {},
  run = async () => ({ isDone: true, output: '' }),
  isReadOnly = false,
  hasRecoveryFile = true,
}: TestContextOptions = {}): SetupContext {
  return createContext({
    environment,
    root: folder,
    settings: openSettings(join(folder, 'settings.json'), isReadOnly),
    secrets: openSecrets(
      join(folder, hasRecoveryFile ? 'recovery' : 'nothing'),
      key,
      variables,
      isReadOnly,
    ),
    variables,
    run,
    wait: async () => {},
  })
}

/** Returns everything that a run has stored, as text. */
export const readStoredFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n')

/** `answers` are the successive answers to questions that begin with a key. Other questions have no answer. */
export function createTestTerminal(
  answers: Readonly<Record<string, readonly string[]>>,
): Terminal & { output(): string } {
  const lines: string[] = []
  const left = new Map(Object.entries(answers).map(([question, list]) => [question, [...list]]))
  return {
    print: (line) => void lines.push(line),
    async ask(question) {
      lines.push(question)
      const found = [...left].find(([beginning]) => question.startsWith(beginning))
      return found?.[1].shift() ?? null
    },
    output: () => lines.join('\n'),
  }
}
