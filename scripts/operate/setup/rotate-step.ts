/**
 * Rotates one secret by one stage per run. The keyring itself shows a rotation's stage, so an interrupted run can be
 * repeated safely. A keyring always has a key that encrypts and signs.
 */
import { z } from 'zod'
import { CommandError } from '../../shared/command-error.ts'
import { addKey, dropKeys, promoteKey } from '../keys.ts'
import { buildAndDeploy } from './cloudflare/deploy-step.ts'
import {
  findDeployedSecrets,
  givenNames,
  isDeployed,
  keyringNames,
  putSecrets,
} from './cloudflare/secrets-steps.ts'
import { createTokenRotation, deployTokenName } from './github/deploy-token-step.ts'
import { connectGoogle } from './google/connect-google.ts'
import { findServiceAccountKeys, planNewKey } from './google/service-account-step.ts'
import { type Finding, forCheck, type Question } from './run/finding.ts'
import type { SetupContext, Step } from './run/step.ts'

type KeyringName = (typeof keyringNames)[number]
type Stage = 'add' | 'promote' | 'drop'

const minute = 60_000
const day = 24 * 60 * minute

/** The shortest time before a stage, in milliseconds, and what to do first. */
const rules: Readonly<
  Record<
    KeyringName,
    { readonly promote: number; readonly drop: number; readonly beforeDrop: string }
  >
> = {
  SEALING_KEYS: {
    promote: minute,
    drop: 0,
    beforeDrop: 'Don’t roll the Worker back to a version from before the last rotation.',
  },
  SESSION_KEYS: {
    promote: minute,
    drop: 90 * day,
    beforeDrop: 'Links in emails from before the rotation will stop working.',
  },
  DESK_KEYS: {
    promote: minute,
    drop: 0,
    beforeDrop: 'Everyone who signs calls must have the new keyring.',
  },
  HEALTH_KEYS: { promote: minute, drop: 0, beforeDrop: 'Monitoring must use the new secret.' },
}

const stageTexts: Readonly<Record<Stage, string>> = {
  add: 'add a key, which only decrypts and verifies',
  promote: 'encrypt and sign with the new key',
  drop: 'remove the old keys',
}

/** A keyring's first key encrypts and signs. A new one is added at the end. */
export function findStage(keyring: string): Stage {
  const ids = keyring.split(',').map((entry) => Number(entry.split(':')[0]))
  if (ids.length === 1) return 'add'
  try {
    promoteKey(keyring)
    return 'promote'
  } catch (error) {
    if (error instanceof CommandError) return 'drop'
    throw error
  }
}

const changes = { add: addKey, promote: promoteKey, drop: dropKeys } as const
const timeName = (name: string) => `${name}_CHANGED_AT`

function createKeyringStep(name: KeyringName, now: () => Date): Step {
  let isMade = false
  return {
    name: `rotate ${name}`,
    title: 'one stage of three: add, promote, drop',
    async inspect(context) {
      const { secrets } = context
      const keyring = secrets.require(name)
      const stage = findStage(keyring)
      const check = forCheck(name)
      const deployed = await findDeployedSecrets(context)
      const put = async () => {
        await putSecrets(context, { [name]: secrets.require(name) })
        // After a promotion, every body is sealed again with the key that is now the first.
        const isPromoted = findStage(secrets.require(name)) === 'drop'
        if (name === 'SEALING_KEYS' && isPromoted) await buildAndDeploy(context)
      }
      // An earlier run was interrupted between the recovery file and the Worker.
      if (!isDeployed(context, deployed, name, keyring))
        return [check.change('store the changed keyring in the Worker', put)]
      if (isMade)
        return [
          check.ok(
            stage === 'add'
              ? 'rotated'
              : `done; the next stage is to ${stageTexts[stage]}: run the same command again later`,
          ),
        ]
      const changedAt = Date.parse(secrets.get(timeName(name)) ?? '') || 0
      const wait = stage === 'add' ? 0 : rules[name][stage]
      const earliest = new Date(changedAt + wait)
      if (earliest > now())
        return [
          check.ok(
            `the next stage (${stage}) can start from ${earliest.toISOString()}: run the same command again then`,
          ),
        ]
      const finding: Finding = check.change(stageTexts[stage], async () => {
        isMade = true
        secrets.set(timeName(name), now().toISOString())
        secrets.set(name, changes[stage](keyring))
        await put()
      })
      return stage === 'drop' ? [forCheck('note').ok(rules[name].beforeDrop), finding] : [finding]
    },
  }
}

const retiredName = 'RETIRED_SERVICE_ACCOUNT_KEY'
const keyIdSchema = z.object({ private_key_id: z.string().default('') })

const serviceAccountRotation = (): Step => {
  let isMade = false
  return {
    name: 'rotate FIREBASE_SERVICE_ACCOUNT',
    title:
      'a new key for the service account; the old one is deleted once the Worker has the new one',
    async inspect(context) {
      const { secrets } = context
      const name = 'FIREBASE_SERVICE_ACCOUNT'
      const check = forCheck(name)
      const value = secrets.require(name)
      const deployed = await findDeployedSecrets(context)
      if (!isDeployed(context, deployed, name, value)) {
        return [
          check.change('store the new key in the Worker', () =>
            putSecrets(context, { [name]: value }),
          ),
        ]
      }
      const google = await connectGoogle(context)
      const { path, names } = await findServiceAccountKeys(context, google)
      const current = keyIdSchema.parse(JSON.parse(value)).private_key_id
      const retired = secrets.get(retiredName)
      if (retired !== undefined && retired !== current) {
        const old = names.find((one) => one.endsWith(`/${retired}`))
        return [
          check.change('delete the old key', async () => {
            if (old) await google.write('DELETE', `/iam.googleapis.com/v1/${old}`, {})
            secrets.remove(retiredName)
          }),
        ]
      }
      if (isMade) return [check.ok('rotated')]
      const created = await planNewKey(context, google, path)
      if (created.status !== 'change') return [created]
      const apply = async () => {
        secrets.set(retiredName, current)
        await created.apply()
        isMade = secrets.get(name) !== value
      }
      return [{ ...created, apply }]
    },
  }
}

/** Creates the step for a secret that a service's console issues. */
function createGivenStep(name: string): Step {
  let before: string | undefined
  return {
    name: `rotate ${name}`,
    title: 'a new value from the service’s console',
    async inspect(context: SetupContext) {
      const value = context.secrets.require(name)
      before ??= value
      const check = forCheck(name)
      const question: Question = {
        name,
        text: `The new ${name}`,
        isSecret: true,
        findMistake: (answer) =>
          answer === before ? 'That is the current value. Type the new one.' : null,
      }
      const deployed = await findDeployedSecrets(context)
      if (!isDeployed(context, deployed, name, value)) {
        return [
          check.change('store the new value in the Worker', () =>
            putSecrets(context, { [name]: value }),
          ),
        ]
      }
      return before === value
        ? [check.person('create a new value in the service’s console', null, [question])]
        : [check.ok('rotated: delete the old value in the service’s console')]
    },
  }
}

export function createRotationStep(name: string, now = () => new Date()): Step {
  if (name === deployTokenName) return createTokenRotation()
  const keyring = keyringNames.find((known) => known === name)
  if (keyring) return createKeyringStep(keyring, now)
  if (name === 'FIREBASE_SERVICE_ACCOUNT') return serviceAccountRotation()
  if (givenNames.some((known) => known === name)) return createGivenStep(name)
  const names = [...keyringNames, ...givenNames, deployTokenName].join(', ')
  throw new CommandError(`"${name}" isn’t a secret that setup rotates. Choose one of: ${names}`)
}
