/** Stores settings in a readable file that is committed, and secrets in an encrypted file that isn't. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { CommandError } from '../../../shared/command-error.ts'
import type { Environment } from '../../../shared/operator-environment.ts'
import { writeFileAtomically } from '../../../shared/write-file-atomically.ts'
import { decryptRecovery, encryptRecovery, type RecoveryKey } from './recovery-file.ts'

/** A value that an earlier step stores. The step that needs it is blocked until then. */
export class MissingValueError extends CommandError {
  readonly valueName: string
  constructor(valueName: string) {
    super(`waits for ${valueName}`)
    this.valueName = valueName
  }
}

type Values = {
  get(name: string): string | undefined
  /** Throws a MissingValueError. */
  require(name: string): string
  set(name: string, value: string): void
  remove(name: string): void
  names(): readonly string[]
}

export type Settings = Values & { all(): Readonly<Record<string, string>> }

export type Secrets = Values & {
  /** Replaces every secret in a text. */
  redact(text: string): string
}

const valuesSchema = z.record(z.string(), z.string())

function createValues(
  values: Map<string, string>,
  save: (values: ReadonlyMap<string, string>) => void,
  fallback: Environment = {},
): Values {
  const get = (name: string) => values.get(name) ?? (fallback[name] || undefined)
  return {
    get,
    require(name) {
      const value = get(name)
      if (value === undefined) throw new MissingValueError(name)
      return value
    },
    set(name, value) {
      if (values.get(name) === value) return
      values.set(name, value)
      save(values)
    },
    remove(name) {
      if (values.delete(name)) save(values)
    },
    names: () => [...values.keys()],
  }
}

const sortEntries = (values: ReadonlyMap<string, string>) =>
  Object.fromEntries([...values].sort(([one], [other]) => (one < other ? -1 : 1)))

/** Nothing is written if `isReadOnly`. */
export function openSettings(path: string, isReadOnly = false): Settings {
  const stored = existsSync(path) ? valuesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
  const values = new Map(Object.entries(stored))
  const save = () => {
    if (isReadOnly) return
    writeFileAtomically(path, `${JSON.stringify(sortEntries(values), null, 2)}\n`)
  }
  return { ...createValues(values, save), all: () => sortEntries(values) }
}

/** Shorter values could be parts of other words. */
const shortestRedacted = 6

/** A stored secret, which is the one in use, has precedence over the operator's environment. */
export function openSecrets(
  path: string,
  key: RecoveryKey,
  environment: Environment,
  isReadOnly = false,
): Secrets {
  const stored = existsSync(path)
    ? valuesSchema.parse(decryptRecovery(readFileSync(path), key))
    : {}
  const values = new Map(Object.entries(stored))
  const save = () => {
    if (!isReadOnly) writeFileAtomically(path, encryptRecovery(sortEntries(values), key))
  }
  const used = new Set(values.values())
  const secrets = createValues(values, save, environment)
  const remember = (value: string | undefined) => {
    if (value !== undefined) used.add(value)
    return value
  }
  return {
    ...secrets,
    get: (name) => remember(secrets.get(name)),
    require(name) {
      const value = secrets.require(name)
      used.add(value)
      return value
    },
    set(name, value) {
      used.add(value)
      secrets.set(name, value)
    },
    redact(text) {
      const longestFirst = [...used]
        .filter(({ length }) => length >= shortestRedacted)
        .sort((one, other) => other.length - one.length)
      return longestFirst.reduce(
        (redacted, secret) => redacted.replaceAll(secret, '[secret]'),
        text,
      )
    },
  }
}
